export type { Listener, TransferParties } from './parties.ts';
export { transferCall } from './transfer-call.ts';
