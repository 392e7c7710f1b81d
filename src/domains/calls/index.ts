export { addUsage, mergeUsage } from './add-usage.ts';
export {
  type AnalysisJob,
  analysesQueuedLongAgo,
  askForAnalysis,
  type Findings,
  giveUpAnalysis,
  settleAnalysis,
  takePendingAnalyses,
} from './analysis-store.ts';
export type { AnsweredBy } from './answered-by.ts';
export * from './call-end.ts';
export { CallWriter } from './call-writer.ts';
export { countEndsOfCampaign, lastHourOfCampaign } from './campaign-hours.ts';
export { cancelCallsOfEndedCampaigns } from './cancel-of-ended-campaigns.ts';
export { type CallProgress, type Checkpoint, storeCheckpoints } from './checkpoint.ts';
export {
  type ClaimState,
  claimState,
  holdClaimed,
  noteAsking,
  permitAsked,
  releaseClaimed,
} from './claimed.ts';
export { countCallsOfCampaign, countCallsOfOrganization, foldCallChanges } from './counts.ts';
export { dueAt } from './due.ts';
export { endCall, endCallIn, endCalls } from './end.ts';
export { eraseCalls, removeSessionDataOf } from './erase.ts';
export { recordEvent, recordHold } from './events.ts';
export { expiredBesideCalls, forgetCalls } from './forget.ts';
export { forgetRecordings } from './forget-recordings.ts';
export * from './forwarding.ts';
export { getCall } from './get.ts';
export { holdMessage, holdMessages } from './hold-messages.ts';
export { type CallReferences, holdCallReferences } from './hold-references.ts';
export { type Admission, admitCall, externalIdOf, leaveLine, takeLine } from './inbound.ts';
export { type CallTurn, CallUsage } from './latency-schemas.ts';
export { listCalls } from './list.ts';
export { changesOf, LiveCalls } from './live/index.ts';
export { type RecordingPauseRequest, recordingPauseRequests } from './pause-recording.ts';
export { placeCall } from './place.ts';
export type { CallAnswer, HeldCall } from './progress.ts';
export { recordingKey } from './recording.ts';
export * from './recording-store.ts';
export { redialSome } from './redial-store.ts';
export { type CallRow, callColumns, callTables, toCall } from './rows.ts';
export { Call, CallFilters, CallPage, PlaceCall, TranscriptEntry } from './schemas.ts';
export * from './state.ts';
export { heldCallIds, type StopRequest, stopCauseSql, stopRequests } from './stop-requests.ts';
export { trunkHold } from './trunk-hold.ts';
export { writeSessionData } from './write-session-data.ts';
