import type { Call } from '../../calls/index.ts';

/** The fields of a call record that a scenario needs. */
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
