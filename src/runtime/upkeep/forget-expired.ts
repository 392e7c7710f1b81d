import { expiredBesideCalls } from '../../domains/calls/index.ts';
import { forgetAttempts } from '../../domains/circuits/index.ts';
import { forgetEvents } from '../../domains/events/index.ts';
import { expiredExportHours } from '../../domains/exports/index.ts';
import { expiredNumberDays } from '../../domains/numbers/index.ts';
import { forgetDeliveries } from '../../domains/webhooks/index.ts';
import { expiredWorkflowEvents } from '../../domains/workflows/index.ts';
import { expiredBesideAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { expiredCapHolds } from '../dialer/index.ts';
import { batchMax, expiredOfUnloaded } from './store.ts';

/** Statements that remove a bounded number of expired rows. */
const expired = [
  ...expiredBesideAudit,
  ...expiredBesideCalls,
  expiredCapHolds,
  ...expiredOfUnloaded,
  expiredNumberDays,
  expiredWorkflowEvents,
  expiredExportHours,
];

/** Removes everything that has expired, a bounded number of rows in each statement. */
export async function forgetExpired(db: Database, nowMs: number): Promise<void> {
  for (const removal of expired) {
    for (let removed = batchMax; removed === batchMax; ) removed = (await db.query(removal)).length;
  }
  await forgetAttempts(db);
  await forgetEvents(db, nowMs);
  await forgetDeliveries(db);
}
