/** Maximum characters of one expression. */
export const expressionCharactersMax = 2_000;
/** Maximum list elements that the expressions of a step process, with nested comprehensions multiplied. */
export const evaluationItemsMax = 50_000;
/** Maximum characters of all expressions of a definition, because compiling takes time too. */
export const expressionsCharactersMax = 65_536;
/** Maximum nodes of an evaluated value. */
export const valueNodesMax = 50_000;
/** Maximum characters of an evaluated text. */
export const textCharactersMax = 262_144;
/** Maximum steps of a definition, at any depth. */
export const stepsMax = 200;
/** Maximum nesting of steps. */
export const nestingMax = 8;
export const iterationsMax = 1_000;
export const branchesMax = 20;
export const casesMax = 50;
/** The longest wait of a run: a year. */
export const waitSecondsMax = 31_536_000;
