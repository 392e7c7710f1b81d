export { plainAddress } from './addresses.ts';
export type { AudioCodec } from './audio-codecs.ts';
export type { SipCounters } from './counters.ts';
export { createSipUserAgent, type SipUserAgent } from './create-user-agent.ts';
export type { Credentials } from './digest.ts';
export type { CallEnd, EstablishedCall } from './established-call.ts';
export { newBranch, newCallId, newTag } from './identifiers.ts';
export type { IncomingCall, IncomingCallEvents } from './incoming-call.ts';
export type { IncomingReferral } from './incoming-referral.ts';
export { digitOfInfo } from './info-digits.ts';
export type { InvitePermit } from './invite-permit.ts';
export { Locator, type LocatorOptions } from './locator.ts';
export type { NameAddr } from './name-addr.ts';
export { SystemNameServer } from './name-server.ts';
export { networkReason } from './network-reason.ts';
export type { SipUserAgentOptions } from './open-transports.ts';
export type {
  CallFailure,
  FailureKind,
  OutgoingCall,
  OutgoingCallEvents,
  OutgoingInvite,
} from './outgoing-invite.ts';
export type { OutgoingRefer, ReferEvents, ReferResult } from './outgoing-referral.ts';
export type {
  OutOfDialogRequest,
  RequestAnswer,
  RequestFailure,
  RequestOutcome,
} from './outgoing-request.ts';
export type { Probe, Reachability } from './probe.ts';
export type { RateLimit } from './rate-limit.ts';
export type { ReclaimedOutcome } from './reclaimed-invite.ts';
export type { Registration, RegistrationOptions, RegistrationState } from './registration.ts';
export { type Replaces, renderReplaces } from './replaces.ts';
export type { NamedTarget } from './resolution.ts';
export type { Direction } from './sdp.ts';
export {
  answerOffer,
  buildOffer,
  type LocalAudio,
  type NegotiatedAudio,
  type Negotiation,
  readAnswer,
} from './sdp-audio.ts';
export { newSrtpKeys, type SrtpKeys, type SrtpSuite, srtpSuites } from './sdp-crypto.ts';
export { answerSwitchedOff, readSwitchedOff } from './sdp-off.ts';
export type { HeaderList } from './serialize.ts';
export type { AudioChange } from './session-changes.ts';
export type { StreamLimits } from './stream-limits.ts';
export { parseUri, type Uri } from './syntax/index.ts';
export type { LocatedTarget, Target } from './target.ts';
export type { TlsOptions } from './tls-transport.ts';
export type { Endpoint, TransportName } from './transport.ts';
export type { SipDelegate } from './user-agent-options.ts';
