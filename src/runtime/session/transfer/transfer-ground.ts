import type { HeldCall } from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { gateSettingsOf } from '../../dialer/index.ts';
import { findTransferRoute, type TransferRoute } from './store.ts';

/** What the database knows of the way of a transfer. */
export interface TransferGround {
  /** `null` when the number of the call has no trunk any more. */
  route: TransferRoute | null;
  reach: Awaited<ReturnType<typeof gateSettingsOf>>;
}

/** Reads how a call is put through. */
export async function findTransferGround(db: Database, held: HeldCall): Promise<TransferGround> {
  const [route, reach] = await Promise.all([
    findTransferRoute(db, held),
    gateSettingsOf(db, held.organizationId),
  ]);
  return { route, reach };
}
