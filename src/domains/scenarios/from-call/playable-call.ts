import type { Call } from '../../calls/index.ts';

/** What of a call's record a scenario is made of. */
export type PlayableCall = Pick<
  Call,
  | 'callId'
  | 'type'
  | 'startedAt'
  | 'endedAt'
  | 'endedBy'
  | 'endedReason'
  | 'sipCode'
  | 'answeredBy'
  | 'transcript'
  | 'turns'
  | 'latency'
  | 'callVariables'
  | 'agentVersion'
>;
