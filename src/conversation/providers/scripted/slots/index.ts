export { type SlotType, SlotTypeSchema } from './schema.ts';
export { examplesOfSlot, findSlot, isVerbatim, keysIntoSlot, spansOfSlot, wholeSlot } from './slot.ts';
export type { SlotValue, Span } from './span.ts';
export { spelledMax } from './spelled.ts';
export { spokenValue } from './spoken-value.ts';
