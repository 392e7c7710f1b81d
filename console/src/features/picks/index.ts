export { Choice } from './choice.tsx';
export { Choices } from './choices.tsx';
export { FilterChoice } from './filter-choice.tsx';
export type { Kind } from './kinds.ts';
export { NameOf } from './name-of.tsx';
export { useFound } from './use-found.ts';
export { useOnly } from './use-only.ts';
export { usePick } from './use-pick.ts';
