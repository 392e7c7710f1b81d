export { followCall } from './follow-call.ts';
export { LiveCalls } from './live-calls.ts';
