export { listenerTo } from './bridge.ts';
export { referTo } from './follow-referral.ts';
export { ownMusic, WaitingMusic } from './music.ts';
export type { TakeOverEvent, TransferParties } from './parties.ts';
export { transferCall } from './transfer-call.ts';
export { findTransferRouting } from './transfer-routing.ts';
