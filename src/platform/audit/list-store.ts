import { type Queryable, readStatement } from '../db/index.ts';
import type { EntryChunk, EntryRange } from './export-store.ts';
import type { AuditLogFilters } from './schemas.ts';

/** The filters of a search. */
export type EntryFilters = Pick<
  AuditLogFilters,
  'memberId' | 'actionVerb' | 'resourceType' | 'resourceReferenceId'
>;

const member = "(doc::json ->> 'memberId')";
const type = "(doc::json ->> 'resourceType')";
const verb = "(doc::json ->> 'actionVerb')";
const resource = "(doc::json ->> 'resourceReferenceId')";
const within = `created_at > coalesce($2::timestamptz, '-infinity') and created_at < coalesce($3::timestamptz, 'infinity')`;

// Other filters are applied to each entry of the resource. People make the changes of a resource by hand, so there are
// few entries.
const ofResource = readStatement(
  'audit.list_of_resource',
  `select doc, created_at as "createdAt" from audit_logs
   where organization_id = $1 and ${resource} = $8 and ${within} and ($5::text is null or ${member} = $5)
     and ($6::text is null or ${type} = $6) and ($7::text is null or ${verb} = $7)
   order by created_at desc limit $4`,
);
// A loose index scan finds the combinations of member, action and kind of resource, with one index lookup for each,
// however many entries there are. For each requested combination, at most a page of entries is read.
const ofKinds = readStatement(
  'audit.list_of_kinds',
  `with recursive kinds as (
     select * from (
       select ${member} as member, ${type} as type, ${verb} as verb from audit_logs
       where organization_id = $1 and ${member} >= coalesce($5::text, '')
       order by ${member}, ${type}, ${verb} limit 1) as first
     where $5::text is null or member = $5
     union all
     select next.* from kinds k cross join lateral (
       select ${member} as member, ${type} as type, ${verb} as verb from audit_logs
       where organization_id = $1 and (${member}, ${type}, ${verb}) > (k.member, k.type, k.verb)
       order by ${member}, ${type}, ${verb} limit 1) as next
     where $5::text is null or next.member = $5
   )
   select e.doc, e.created_at as "createdAt" from kinds k cross join lateral (
     select doc, created_at from audit_logs
     where organization_id = $1 and ${member} = k.member and ${type} = k.type and ${verb} = k.verb and ${within}
     order by created_at desc limit $4) as e
   where ($6::text is null or k.type = $6) and ($7::text is null or k.verb = $7)
   order by e.created_at desc limit $4`,
);

/** Returns the newest `countMax` entries within the range that match. At least one filter is required. */
export async function readFound(
  db: Queryable,
  organizationId: string,
  { memberId, resourceType, actionVerb, resourceReferenceId }: EntryFilters,
  range: EntryRange,
  countMax: number,
): Promise<EntryChunk> {
  const values = [
    organizationId,
    range.after,
    range.before,
    countMax + 1,
    memberId,
    resourceType,
    actionVerb,
  ];
  const rows = await db.query<{ doc: string; createdAt: string }>(
    resourceReferenceId === undefined ? ofKinds : ofResource,
    resourceReferenceId === undefined ? values : [...values, resourceReferenceId],
  );
  const found = rows.slice(0, countMax);
  return {
    count: found.length,
    docs: found.length === 0 ? [] : [found.map(({ doc }) => doc).join(',')],
    oldest: found.at(-1)?.createdAt ?? null,
    hasMore: rows.length > countMax,
  };
}
