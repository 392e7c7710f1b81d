/** Maximum characters of all expressions of a definition, because compiling takes time too. */
export const expressionsCharactersMax = 65_536;
/** Maximum steps of a definition, at any depth. */
export const stepsMax = 200;
/** Maximum nesting of steps. */
export const nestingMax = 8;
export const iterationsMax = 1_000;
export const branchesMax = 20;
export const casesMax = 50;
/** The longest wait of a run: a year. */
export const waitSecondsMax = 31_536_000;
