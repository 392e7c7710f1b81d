import { expiredAlerts } from '../../domains/alerts/index.ts';
import { expiredBesideCalls } from '../../domains/calls/index.ts';
import { forgetAttempts, forgetProviderCircuits } from '../../domains/circuits/index.ts';
import { expiredFacts } from '../../domains/customer-memory/index.ts';
import { expiredBindings } from '../../domains/devices/index.ts';
import { forgetEvents } from '../../domains/events/index.ts';
import { expiredExportHours } from '../../domains/exports/index.ts';
import { expiredImports } from '../../domains/imports/forget.ts';
import { expiredNumberDays, expiredTurnedAway } from '../../domains/numbers/index.ts';
import { expiredMemberLinks } from '../../domains/sign-in/forget.ts';
import { expiredWebCalls } from '../../domains/web-calls/index.ts';
import { forgetDeliveries } from '../../domains/webhooks/index.ts';
import { expiredWorkflowEvents } from '../../domains/workflows/index.ts';
import { expiredSessions } from '../../platform/access/forget.ts';
import { expiredBesideAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { expiredMails } from '../../platform/mail/index.ts';
import { expiredNodes } from '../../platform/nodes/index.ts';
import { expiredBrowserCalls } from '../browser-calls/forget.ts';
import { expiredCapHolds } from '../dialer/index.ts';

/** The most rows that one of the statements removes. */
const batchMax = 5000;

/** Statements that remove a bounded number of expired rows. */
const expired = [
  ...expiredBesideAudit,
  ...expiredBesideCalls,
  expiredCapHolds,
  ...expiredImports,
  expiredNumberDays,
  expiredTurnedAway,
  expiredSessions,
  expiredMemberLinks,
  expiredBrowserCalls,
  expiredWebCalls,
  expiredWorkflowEvents,
  expiredExportHours,
  expiredNodes,
  expiredBindings,
  expiredFacts,
  expiredMails,
  expiredAlerts,
];

/** Removes everything that has expired, a bounded number of rows in each statement. */
export async function forgetExpired(db: Database, nowMs: number): Promise<void> {
  for (const removal of expired) {
    for (let removed = batchMax; removed === batchMax; ) removed = (await db.query(removal)).length;
  }
  await forgetAttempts(db);
  await forgetProviderCircuits(db);
  await forgetEvents(db, nowMs);
  await forgetDeliveries(db);
}
