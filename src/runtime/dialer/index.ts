export { holdCall } from './claim.ts';
export { DialPermit, inCpsSlot } from './dial-permit.ts';
export type { DialableAgent, DialableCall, DialableTrunk } from './dialable-call.ts';
export { type CallPlacer, Dialer } from './dialer.ts';
export { Eligibility } from './eligibility/eligibility.ts';
export { allowedReachOf } from './gate-settings.ts';
export { releaseClaim, releaseStrayClaims } from './stray-claims.ts';
export { endCapHolds, expiredCapHolds, reconcileLanes } from './sweep.ts';
