import { forgetAttempts } from '../../domains/circuits/index.ts';
import { forgetEvents } from '../../domains/events/index.ts';
import { forgetDeliveries } from '../../domains/webhooks/index.ts';
import { type Database, statement } from '../../platform/db/index.ts';

const batchMax = 5000;
/** How far back one can ask how many calls there were in an hour. */
const callHoursKeptDays = 400;
/** How long one can see what talks in the browser cost. */
const talksKeptDays = 400;

/** What is only kept for a while: how long, and the statement that removes a bounded number of what is older. */
const expired = [
  statement(
    'upkeep.idempotency',
    `delete from idempotency_keys where (organization_id, idempotency_key) in (
       select organization_id, idempotency_key from idempotency_keys
       where created_at < now() - interval '24 hours' order by created_at limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.session_data',
    `delete from session_data where (organization_id, call_id) in (
       select organization_id, call_id from session_data where expires_at < now() order by expires_at limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.audit_export_hours',
    `delete from audit_export_hours where (organization_id, api_key_id, hour) in (
       select organization_id, api_key_id, hour from audit_export_hours where hour < now() - interval '1 day' limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.cap_holds',
    `delete from holds where ctid in (
       select ctid from holds where cap is not null and until < now() - interval '30 days' limit ${batchMax}) returning 1`,
  ),
  // An import brings its rows with it, up to a million; a file that never came to its end is told to nobody.
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
  statement(
    'upkeep.number_days',
    `delete from number_days where ctid in (
       select ctid from number_days where day < (now() - interval '7 days')::date limit ${batchMax}) returning 1`,
  ),
  // One that nobody used for so long is over, and no process remembers it.
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
    'upkeep.call_hours',
    `delete from call_hours where ctid in (
       select ctid from call_hours where hour < now() - interval '${callHoursKeptDays} days' limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.campaign_hours',
    `delete from campaign_hours where ctid in (
       select ctid from campaign_hours where hour < now() - interval '${callHoursKeptDays} days' limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.talks',
    `delete from talks where ctid in (
       select ctid from talks where created_at < now() - interval '${talksKeptDays} days' limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.workflow_events',
    `delete from workflow_events where ctid in (
       select ctid from workflow_events where expires_at < now() order by expires_at limit ${batchMax}) returning 1`,
  ),
  statement(
    'upkeep.export_hours',
    `delete from export_hours where ctid in (
       select ctid from export_hours where hour < now() - interval '1 day' limit ${batchMax}) returning 1`,
  ),
];

/** Removes what has expired, however much it is: each statement takes a bounded number. */
export async function forgetExpired(db: Database, nowMs: number): Promise<void> {
  for (const removal of expired) {
    for (let removed = batchMax; removed === batchMax; ) removed = (await db.query(removal)).length;
  }
  await forgetAttempts(db);
  await forgetEvents(db, nowMs);
  await forgetDeliveries(db);
}
