import { type Queryable, statement } from '../../src/platform/db/index.ts';

/**
 * The limits of a run. They do not change while it runs, so nothing may ever exceed them. The second trunk has a limit
 * in every second run only, because the calls that it keeps waiting show some defects and hide others.
 */
export const limits = {
  organization: 5,
  campaign: 2,
  trunk: 3,
  perSecond: 2,
  otherTrunk: 1,
  maxAttempts: 2,
} as const;

const check = statement(
  'test.model.invariants',
  `with own as materialized (select * from calls where organization_id = $1),
   live as materialized (select * from live_calls where organization_id = $1),
   waiting as materialized (select * from queued_calls where organization_id = $1)
   select 'more live than the organization may have' as broken, count(*)::text as detail from live
     having count(*) > ${limits.organization}
   union all
   select 'more live than the campaign may have', campaign_id from live where campaign_id <> ''
     group by campaign_id having count(*) > ${limits.campaign}
   union all
   select 'more live than the trunk may have', trunk_id from live join trunks using (organization_id, trunk_id)
     group by trunk_id having count(*) > min(max_concurrent_calls)
   union all
   select 'two calls at once to one customer', customer_number from live group by customer_number having count(*) > 1
   union all
   select 'live without a process', call_id from live where node_id is null
   union all
   select 'live here and not there', coalesce(l.call_id, c.call_id)
     from live l full join (select * from own where status in ('dialing', 'ringing', 'in-progress', 'forwarding')) c
       on c.call_id = l.call_id
     where l.node_id is distinct from c.node_id or l.call_id is null or c.call_id is null
   union all
   select 'queued here and not there', coalesce(q.call_id, c.call_id)
     from waiting q full join (select * from own where status = 'queued') c on c.call_id = q.call_id
     where q.call_id is null or c.call_id is null
   union all
   select 'in the queue with an INVITE on record', call_id from own where status = 'queued' and sip_dialog is not null
   union all
   select 'queued with a process', call_id from own where status = 'queued' and node_id is not null
   union all
   select 'more attempts than allowed', first_id from (
     select coalesce(parent_call_ids[1], call_id) as first_id, attempt from own) attempts group by first_id
     having count(*) > ${limits.maxAttempts} or max(attempt) > ${limits.maxAttempts}
       or count(*) <> count(distinct attempt) or count(*) <> max(attempt)
   union all
   select 'two attempts at once', first_id from (
     select coalesce(parent_call_ids[1], call_id) as first_id from own where status not in ('ended', 'canceled')) open
     group by first_id having count(*) > 1
   union all
   select 'a retry that does not name what came before', call_id from own where cardinality(parent_call_ids) <> attempt - 1
   union all
   select 'a lane that hides due calls', q.campaign_id from waiting q
     left join dial_lanes l on l.organization_id = $1 and l.campaign_id = q.campaign_id
     where l.campaign_id is null or l.first_due_at > q.due_at`,
);

/** Returns the violations in the database, in words. */
export async function brokenInvariants(db: Queryable, organizationId: string): Promise<string[]> {
  const rows = await db.query<{ broken: string; detail: string }>(check, [organizationId]);
  return rows.map(({ broken, detail }) => `${broken}: ${detail}`);
}
