export { changesOf } from './call-changes.ts';
export { followCall, reportCall } from './follow-call.ts';
export { LiveCalls } from './live-calls.ts';
