export * from './bounds.ts';
export { compileExpression, type Expression, type Scope } from './expression.ts';
export { ExpressionError, itemsGoneThrough, sharingItems, spend } from './work.ts';
