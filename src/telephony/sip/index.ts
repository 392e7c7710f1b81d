export { plainAddress } from './base/addresses.ts';
export type { SipCounters } from './base/counters.ts';
export { networkReason } from './base/network-reason.ts';
export type { LocatedTarget, Target } from './base/target.ts';
export type { Endpoint, TransportName } from './base/transport.ts';
export type { CallEnd, EstablishedCall } from './call/established-call.ts';
export type { IncomingCall, IncomingCallEvents } from './call/incoming-call.ts';
export type { IncomingReferral } from './call/incoming-referral.ts';
export type {
  CallFailure,
  FailureKind,
  OutgoingCall,
  OutgoingCallEvents,
  OutgoingInvite,
} from './call/outgoing-invite.ts';
export type { OutgoingRefer, ReferEvents, ReferResult } from './call/outgoing-referral.ts';
export type { ReclaimedOutcome } from './call/reclaimed-invite.ts';
export type { AudioChange } from './call/session-changes.ts';
export type { RateLimit } from './guard/rate-limit.ts';
export type { Credentials } from './message/digest.ts';
export { newBranch, newCallId, newTag } from './message/identifiers.ts';
export { digitOfInfo } from './message/info-digits.ts';
export type { NameAddr } from './message/name-addr.ts';
export { type Replaces, renderReplaces } from './message/replaces.ts';
export type { HeaderList } from './message/serialize.ts';
export { Locator, type LocatorOptions } from './resolution/locator.ts';
export { SystemNameServer } from './resolution/name-server.ts';
export type { NamedTarget } from './resolution/resolution.ts';
export type { AudioCodec } from './sdp/audio-codecs.ts';
export type { Direction } from './sdp/sdp.ts';
export {
  answerOffer,
  buildOffer,
  type LocalAudio,
  type NegotiatedAudio,
  type Negotiation,
  readAnswer,
} from './sdp/sdp-audio.ts';
export { newSrtpKeys, type SrtpKeys, type SrtpSuite, srtpSuites } from './sdp/sdp-crypto.ts';
export { answerSwitchedOff, readSwitchedOff } from './sdp/sdp-off.ts';
export { parseUri, type Uri } from './syntax/index.ts';
export type { InvitePermit } from './transaction/invite-permit.ts';
export type { StreamLimits } from './transport/stream-limits.ts';
export type { TlsOptions } from './transport/tls-transport.ts';
export { createSipUserAgent, type SipUserAgent } from './ua/create-user-agent.ts';
export type { SipUserAgentOptions } from './ua/open-transports.ts';
export type {
  OutOfDialogRequest,
  RequestAnswer,
  RequestFailure,
  RequestOutcome,
} from './ua/outgoing-request.ts';
export type { Probe, Reachability } from './ua/probe.ts';
export type { Registration, RegistrationOptions, RegistrationState } from './ua/registration.ts';
export type { SipDelegate } from './ua/user-agent-options.ts';
