/** Characters of one expression at most. */
export const expressionCharactersMax = 2_000;
/** Elements that the expressions of a step may go through, those of nested comprehensions counted each time. */
export const evaluationItemsMax = 50_000;
/** Characters of all expressions of a definition: reading them takes time too. */
export const expressionsCharactersMax = 65_536;
/** Nodes of a value that an evaluation may come to. */
export const valueNodesMax = 50_000;
/** Characters of a text that an evaluation may come to. */
export const textCharactersMax = 262_144;
/** Steps of a definition, however deep. */
export const stepsMax = 200;
/** How deep steps may stand within steps. */
export const nestingMax = 8;
export const iterationsMax = 1_000;
export const branchesMax = 20;
export const casesMax = 50;
/** A year: the longest that a run waits for one thing. */
export const waitSecondsMax = 31_536_000;
