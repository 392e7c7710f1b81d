export { addUsage, mergeUsage } from './add-usage.ts';
export { type AgentChange, recordAgentChange } from './agent-changes.ts';
export type { AnsweredBy } from './answered-by.ts';
export * from './call-end.ts';
export { type CallFilterValues, callFind } from './call-search.ts';
export { CallWriter } from './call-writer.ts';
export { CallCommandInput } from './command-schemas.ts';
export { commandCall } from './commands.ts';
export { trunkHold } from './current-hold.ts';
export { endCall, endCallIn, endCalls, endCallsIn } from './end.ts';
export { CallFilters } from './filter-schemas.ts';
export { foundOut, recordFlowChange } from './flow-changes.ts';
export { forgetCallPartitions } from './forget-partitions.ts';
export { forgetRecordings } from './forget-recordings.ts';
export { holdMessage, holdMessages } from './hold-messages.ts';
export { type CallTurn, CallUsage } from './latency-schemas.ts';
export { startListening, startTakeOver } from './listening.ts';
export { changesOf, LiveCalls, reportCall } from './live/index.ts';
export { placeCall } from './place.ts';
export { holdOfCampaign, type QueueHold } from './queue-hold.ts';
export { getCall, listCalls } from './read.ts';
export { recordingEndings, recordingKey } from './recording.ts';
export { toCall } from './rows.ts';
export { Call, CallPage, PlaceCall, TranscriptEntry } from './schemas.ts';
export * from './state.ts';
export * from './store/analysis.ts';
export {
  type ClaimState,
  claimState,
  doubtfulCalls,
  heldCallIds,
  holdClaimed,
  noteAsking,
  permitAsked,
  releaseClaimed,
  type StopRequest,
  stopCauseSql,
  stopRequests,
} from './store/claim.ts';
export {
  claimCommand,
  endCommand,
  isAnyCommandOpen,
  settleCommands,
  type WaitingCommand,
  waitingCommands,
} from './store/commands.ts';
export {
  addUpCallChanges,
  type CampaignTotals,
  type CustomerCounts,
  callsOfCampaigns,
  countCallsOfCampaign,
  countCallsOfOrganization,
  countEndsOfCampaign,
  lastHourOfCampaign,
} from './store/counts.ts';
export { recordEvent, recordHold } from './store/events.ts';
export { areCallFactsWritten, writeCallFacts } from './store/facts.ts';
export * from './store/forwarding.ts';
export * from './store/handovers.ts';
export {
  type Admission,
  admitCall,
  admitWebCall,
  externalIdOf,
  leaveLine,
  takeLine,
  type WebAdmission,
} from './store/inbound.ts';
export { audioPlaceOf, isListeningAllowed } from './store/listening.ts';
export { callTablesByTime } from './store/partitions.ts';
export {
  type CallAnswer,
  type CallProgress,
  type Checkpoint,
  type HeldCall,
  storeCheckpoints,
} from './store/progress.ts';
export { type CallReferences, cancelCallsOfEndedCampaigns, lockCallReferences } from './store/queue.ts';
export {
  belowOf,
  type CallKey,
  type CallRow,
  callColumns,
  callTables,
  findValues,
} from './store/read.ts';
export {
  dropRemovals,
  type FinishedRecording,
  finishedRecordings,
  noteRecordingMoved,
  noteRemoval,
  type RecordingPauseRequest,
  type RecordingRemoval,
  recordingPauseRequests,
  settleRemoval,
  triedRemovals,
  untriedRemovals,
} from './store/recordings.ts';
export { redialSome } from './store/redial.ts';
export {
  eraseCalls,
  expiredBesideCalls,
  forgetCalls,
  personTextsInCalls,
  removeSessionDataOf,
} from './store/removal.ts';
export { addUpCallSums } from './store/sums.ts';
export { type CallState, statesOfCalls, takeCallBack } from './store/write-back.ts';
export { openCallTable, tableColumns, tableFormats } from './table.ts';
export { writeSessionData } from './write-session-data.ts';
