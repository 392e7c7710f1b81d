export { referTo } from './follow-referral.ts';
export type { TransferParties } from './parties.ts';
export { transferCall } from './transfer-call.ts';
export { findTransferGround } from './transfer-ground.ts';
