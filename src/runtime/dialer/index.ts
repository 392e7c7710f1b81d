export { DialPermit, inCpsSlot } from './dial-permit.ts';
export type { DialableAgent, DialableCall, DialableTrunk } from './dialable-call.ts';
export { type CallPlacer, Dialer } from './dialer.ts';
export { Eligibility } from './eligibility/eligibility.ts';
export { holdCall } from './gatekeeper.ts';
export { Pacer } from './pacer.ts';
export { endCapHolds, expiredCapHolds, gateSettingsOf, reconcileLanes } from './store.ts';
export { releaseClaim, releaseStrayClaims } from './stray-claims.ts';
