export * from './bounds.ts';
export { compileExpression, type Expression, type Scope } from './expression.ts';
export { definitionSchema } from './json-schema.ts';
export { type Named, namedIn } from './named.ts';
export { type NestedList, nestedLists } from './nested.ts';
export { isSecretReference, type SecretReference } from './parts.ts';
export {
  type ConditionStep,
  type LoopStep,
  type ParallelStep,
  type SplitStep,
  type Step,
  type StepOf,
  type StepType,
  stepTypes,
  WorkflowDefinition,
} from './steps.ts';
export { expressionOf, fillText, fillValue } from './template.ts';
export { type Checked, checkDefinition } from './validate.ts';
export { ExpressionError, itemsGoneThrough, sharingItems, spend } from './work.ts';
