export { callColumns } from './call-columns.tsx';
export { outcomeOf } from './call-labels.ts';
