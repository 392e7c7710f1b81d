export { callColumns } from './call-columns.tsx';
export { outcomeOf } from './call-labels.ts';
export { Suggestions } from './suggestions.tsx';
export { useTakeOver } from './use-take-over.ts';
