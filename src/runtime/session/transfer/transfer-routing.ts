import type { HeldCall } from '../../../domains/calls/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { gateSettingsOf } from '../../dialer/index.ts';
import { findTransferRoute, type TransferRoute } from './store.ts';

/** The trunk that carries a transfer, and the rules that limit its destination. */
export interface TransferRouting {
  /** `null` when the number of the call has no trunk any more. */
  route: TransferRoute | null;
  reach: Awaited<ReturnType<typeof gateSettingsOf>>;
}

/** Reads the trunk and the rules for a transfer of the call. */
export async function findTransferRouting(db: Database, held: HeldCall): Promise<TransferRouting> {
  const [route, reach] = await Promise.all([
    findTransferRoute(db, held),
    gateSettingsOf(db, held.organizationId),
  ]);
  return { route, reach };
}
