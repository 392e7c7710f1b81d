import { expiredBesideCalls } from '../../domains/calls/index.ts';
import { forgetAttempts } from '../../domains/circuits/index.ts';
import { forgetEvents } from '../../domains/events/index.ts';
import { expiredExportHours } from '../../domains/exports/index.ts';
import { expiredNumberDays } from '../../domains/numbers/index.ts';
import { forgetDeliveries } from '../../domains/webhooks/index.ts';
import { expiredWorkflowEvents } from '../../domains/workflows/index.ts';
import { expiredBesideAudit } from '../../platform/audit/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';
import { expiredCapHolds } from '../dialer/index.ts';

/** Rows that one statement removes. */
const batchMax = 5000;
/** The days that the cost of a browser call can be seen. */
const browserCallsKeptDays = 400;

/**
 * Statements that remove a bounded number of expired rows. Those written out here are of folders whose index loads a
 * package that the process of the calls has no use for: csv-parse, jose, ws.
 */
const expired = [
  ...expiredBesideAudit,
  ...expiredBesideCalls,
  expiredCapHolds,
  // An import takes up to a million rows with it.
  statement(
    'upkeep.imports',
    `delete from imports where ctid in (
       select ctid from imports where status = 'completed' and completed_at < now() - interval '30 days' limit 20) returning 1`,
  ),
  statement(
    'upkeep.lost_imports',
    `delete from imports where ctid in (
       select ctid from imports where status = 'receiving' and created_at < now() - interval '1 hour' limit 20) returning 1`,
  ),
  expiredNumberDays,
  // A session that was not used for so long is over, and no process remembers it.
  statement(
    'upkeep.sessions',
    `delete from sessions where ctid in (
       select ctid from sessions where last_seen_at < now() - interval '2 days' order by last_seen_at limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.member_links',
    `delete from member_links where ctid in (
       select ctid from member_links where expires_at < now() order by expires_at limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.browser_calls',
    `delete from browser_calls where ctid in (
       select ctid from browser_calls where created_at < now() - interval '${browserCallsKeptDays} days' limit ${batchMax}) returning 1`,
  ),
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
