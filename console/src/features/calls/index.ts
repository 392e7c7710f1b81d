export { callColumns } from './call-columns.tsx';
export { outcomeOf } from './call-labels.ts';
export { useTakeOver } from './use-take-over.ts';
