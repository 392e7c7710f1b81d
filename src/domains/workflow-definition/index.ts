export * from './bounds.ts';
export { definitionSchema } from './json-schema.ts';
export { type Named, namedIn } from './named.ts';
export { type NestedList, nestedLists } from './nested.ts';
export { isSecretReference } from './parts.ts';
export { type Step, type StepOf, type StepType, stepTypes, WorkflowDefinition } from './steps.ts';
export { expressionOf, fillText, fillValue } from './template.ts';
export { checkDefinition } from './validate.ts';
