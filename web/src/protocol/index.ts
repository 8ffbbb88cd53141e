/** The protocol's types by name, those that the schema spells out in place included. */
import type { Chair, Plan, Said, TableState } from './types';

export type * from './types';

export type ChairName = Chair['chair'];
export type Channel = Said['channel'];
export type GaitName = Plan['gait'];
export type Level = NonNullable<Chair['level']>;
export type Side = Chair['side'];
export type Status = TableState['status'];
