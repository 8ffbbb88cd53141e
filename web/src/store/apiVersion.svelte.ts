/** The version of the server's API: this page was built for one, and must be reloaded when the server has another. */
import { api, updates } from '../protocol/version.json';

export const API_VERSION: number = api;

/** The subprotocol of a socket that is sent what changes, and several messages in a frame. */
export const UPDATES: string = updates;

/** The header in which every answer under /api says its version. */
export const API_HEADER = 'Nuns-API';

class ServerVersion {
  isOther = $state(false);

  /** Notes a version that the server told, over HTTP or a socket; returns whether this page was built for it. An answer of a proxy tells none. */
  check(version: number | string | null | undefined): boolean {
    const matches = version === null || version === undefined || Number(version) === API_VERSION;
    if (!matches) this.isOther = true;
    return matches;
  }
}

export const serverVersion = new ServerVersion();
