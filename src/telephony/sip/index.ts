export { plainAddress } from './base/addresses.ts';
export { networkReason } from './base/network-reason.ts';
export type { LocatedTarget } from './base/target.ts';
export { type Endpoint, isWebSocket, type TransportName } from './base/transport.ts';
export type { AdoptedCall } from './call/adopted-call.ts';
export type { EstablishedCall, EstablishedCallEvents } from './call/established-call.ts';
export type { IncomingCall, IncomingCallEvents } from './call/incoming-call.ts';
export type { IncomingReferral } from './call/incoming-referral.ts';
export type {
  CallFailure,
  FailureKind,
  OutgoingCall,
  OutgoingCallEvents,
  OutgoingInvite,
} from './call/outgoing-invite.ts';
export type { ReferResult } from './call/outgoing-referral.ts';
export type { ReclaimedOutcome } from './call/reclaimed-invite.ts';
export type { MovedDialog } from './dialog/moved-dialog.ts';
export { newBranch, newCallId, newTag } from './message/identifiers.ts';
export { digitOfInfo } from './message/info-digits.ts';
export { renderReplaces } from './message/replaces.ts';
export type { HeaderList } from './message/serialize.ts';
export { Locator } from './resolution/locator.ts';
export { SystemNameServer } from './resolution/name-server.ts';
export type { NamedTarget } from './resolution/resolution.ts';
export type { AudioCodec } from './sdp/audio-codecs.ts';
export {
  answerOffer,
  buildOffer,
  type LocalAudio,
  listedCodecs,
  type NegotiatedAudio,
  type Negotiation,
  readAnswer,
} from './sdp/sdp-audio.ts';
export { newSrtpKeys } from './sdp/sdp-crypto.ts';
export { answerSwitchedOff, readSwitchedOff } from './sdp/sdp-off.ts';
export { parseUri } from './syntax/index.ts';
export type { InvitePermit } from './transaction/invite-permit.ts';
export type { TlsOptions } from './transport/tls-transport.ts';
export type { WebSocketOptions } from './transport/web-socket-transport.ts';
export { createSipUserAgent, type SipUserAgent } from './ua/create-user-agent.ts';
export type {
  DeviceBinding,
  DeviceRegistration,
  DeviceRegistry,
  RegisteringDevice,
} from './ua/device-registry.ts';
export type { SipUserAgentOptions } from './ua/open-transports.ts';
export type { Probe, Reachability } from './ua/probe.ts';
export type { Registration, RegistrationState } from './ua/registration.ts';
