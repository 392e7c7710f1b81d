export { addUsage, mergeUsage } from './add-usage.ts';
export type { AnsweredBy } from './answered-by.ts';
export * from './call-end.ts';
export { countEndsOfCampaign, lastHourOfCampaign } from './campaign-hours.ts';
export { type CallProgress, type Checkpoint, storeCheckpoints } from './checkpoint.ts';
export {
  type CallCounts,
  type CountRow,
  countCallsOfCampaign,
  countCallsOfOrganization,
  countsOf,
} from './counts.ts';
export { dueAt } from './due.ts';
export { type EndToWrite, endCall, endCallIn, endCalls } from './end.ts';
export { type CallEvent, recordEvent } from './events.ts';
export { externalIdOf } from './external-id.ts';
export { forgetCalls } from './forget.ts';
export { forgetRecordings } from './forget-recordings.ts';
export * from './forwarding.ts';
export { getCall } from './get.ts';
export { type CallReferences, holdCallReferences } from './hold-references.ts';
export { holdMessage, holdWords } from './hold-words.ts';
export { type CallTurn, CallUsage } from './latency-schemas.ts';
export { listCalls } from './list.ts';
export { changesOf, LiveCalls } from './live/index.ts';
export { type RecordingPauseRequest, recordingPauseRequests } from './pause-recording.ts';
export { missingVariables, placeCall } from './place.ts';
export { type CallAnswer, type HeldCall, markAnswered, markDialed, markRinging } from './progress.ts';
export { recordingKey } from './recording.ts';
export * from './recording-removals.ts';
export { redialSome } from './redial-store.ts';
export { type CallRow, callColumns, callTables, toCall } from './rows.ts';
export { Call, CallFilters, CallPage, PlaceCall, TranscriptEntry } from './schemas.ts';
export * from './state.ts';
export { heldCallIds, type StopRequest, stopCauseSql, stopRequests } from './stop-requests.ts';
export { trunkHold } from './trunk-hold.ts';
export { writeSessionData } from './write-session-data.ts';
