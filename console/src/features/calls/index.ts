export { callColumns } from './call-columns.tsx';
export { outcomeOf } from './call-labels.ts';
export { colorOf, groupOf, outcomeGroups } from './outcome-groups.ts';
