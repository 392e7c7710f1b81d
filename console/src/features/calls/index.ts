export { callColumns } from './call-columns.tsx';
export { outcomeOf } from './call-labels.ts';
export { CommandsSoFar } from './command-list.tsx';
export { CommentsPanel } from './comments-panel.tsx';
export { commandsQuery } from './queries.ts';
export { Suggestions } from './suggestions.tsx';
export { takeOverSides } from './take-over-panel.tsx';
export { useTakeOver } from './use-take-over.ts';
