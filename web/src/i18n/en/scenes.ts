/** The questions and answers of the scenes on the rules page. */
export const scenes = {} as const;
