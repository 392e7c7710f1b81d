import type { Database } from '../src/platform/db/index.ts';
import { run } from './installation.ts';

/** The rows of one statement, which stays below the time limit of statements. */
const batchRows = 50_000;

/**
 * Inserts `count` entries below the existing ones of an organization's audit log, one second apart. They equal entries
 * of `audit_append`, except that their hashes are not chained, which no page reads.
 */
export async function layAuditEntries(db: Database, organizationId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += batchRows) {
    const values = [organizationId, from, Math.min(from + batchRows, count)];
    await run(
      db,
      `insert into audit_logs (organization_id, created_at, position, audit_log_id, doc, previous_hash, hash)
       select $1, at, -n, id, doc, sha256(convert_to('x' || doc, 'UTF8')), sha256(convert_to(doc, 'UTF8'))
       from (
         select n, at, id, '{"auditLogId":"' || id || '","memberId":"member_01kb3vq8j7x2m4n6p8r0t2v4w6"'
           || ',"memberName":"Olive Owner","memberEmail":"olive@example.com","actionVerb":"updated"'
           || ',"resourceType":"campaigns","resourceReferenceId":"campaign_01kb3vq8j7'
           || substr(md5(n::text), 1, 16) || '","resourceLabel":"Reminders of spring ' || n
           || '","requestId":"req_01kb3vq8j7' || substr(md5((n + 1)::text), 1, 16) || '","createdAt":"'
           || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"}' as doc
         from (
           select n, date_trunc('day', now()) - make_interval(secs => n, mins => 1) as at, uuid_v7() as id
           from generate_series($2::int + 1, $3::int) as n
         ) as places
       ) as entries`,
      values,
    );
  }
  await run(db, 'vacuum analyze audit_logs');
}

/** Returns the `createdAt` of the entry with `count` newer ones, in the format of the export. */
export async function createdAtBelow(db: Database, organizationId: string, count: number): Promise<string> {
  const text = `select created_at from audit_logs where organization_id = $1
    order by created_at desc offset $2 limit 1`;
  const [row] = await run<{ created_at: string }>(db, text, [organizationId, count]);
  return row!.created_at;
}
