export { claimState, holdCall, noteAsking } from './claim.ts';
export type { DialableAgent, DialableCall, DialableTrunk } from './dialable-call.ts';
export { type CallPlacer, Dialer } from './dialer.ts';
export { Eligibility } from './eligibility/eligibility.ts';
export { allowedReachOf } from './gate-settings.ts';
export { releaseClaim, releaseStrayClaims } from './stray-claims.ts';
export { takeDeparture } from './take-departure.ts';
export { takeTrunk } from './take-trunk.ts';
