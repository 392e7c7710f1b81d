export type { NoCapacity } from './capacity/capacity.ts';
export { CallEngine } from './engine.ts';
export { CallJournal } from './record/call-journal.ts';
export { writeBackCalls } from './record/write-back.ts';
export { endOfFailure, endOfStop } from './signalling/sip-outcome.ts';
