import type { Transaction } from '../db/index.ts';
import { consumePush } from './store.ts';

/**
 * Takes the most recent push of a number for an inbound call, in the transaction that inserts the call: the data,
 * or null when nothing was pushed or a call has used it. Of concurrent calls from one number one gets the data;
 * the others wait for its end and go without, unless it is undone. `phoneNumber` is the caller's, in E.164.
 */
export async function consumePersonalization(
  tx: Transaction,
  call: { organizationId: string; phoneNumber: string; callId: string },
): Promise<Record<string, unknown> | null> {
  return consumePush(tx, call.organizationId, call.phoneNumber, call.callId);
}
