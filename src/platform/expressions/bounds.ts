/** Maximum characters of one expression. */
export const expressionCharactersMax = 2_000;
/** Maximum list elements that the expressions of a step or an edge process, with nested comprehensions multiplied. */
export const evaluationItemsMax = 50_000;
/** Maximum nodes of an evaluated value. */
export const valueNodesMax = 50_000;
/** Maximum characters of an evaluated text. */
export const textCharactersMax = 262_144;
