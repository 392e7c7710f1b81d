import { type Database, statement } from '../db/index.ts';

const batchMax = 2000;

/** Campaigns with anything queued are found by skipping through the index of the queue, whatever its length. */
const cancel = statement(
  'upkeep.cancel_ended',
  `with recursive k as (
     (select organization_id, campaign_id from calls where status = 'queued' order by organization_id, campaign_id limit 1)
     union all
     select n.organization_id, n.campaign_id from k cross join lateral (
       select organization_id, campaign_id from calls
       where status = 'queued' and (organization_id, campaign_id) > (k.organization_id, k.campaign_id)
       order by organization_id, campaign_id limit 1) n
   ), doomed as (
     select c.organization_id, c.call_id from k
       join campaigns e on e.organization_id = k.organization_id and e.campaign_id = k.campaign_id and e.status = 'ended'
       cross join lateral (
         select organization_id, call_id from calls q
         where q.organization_id = k.organization_id and q.campaign_id = k.campaign_id and q.status = 'queued'
         limit ${batchMax}) c
     limit ${batchMax}
   ), canceled as (
     update calls c set status = 'canceled', ended_at = clock_timestamp(), ended_by = 'System ended the call',
       ended_reason = 'campaign-ended', hold_reason = null
     from doomed d where c.organization_id = d.organization_id and c.call_id = d.call_id and c.status = 'queued'
     returning c.organization_id, c.call_id
   ), told as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'canceled', 'campaign-ended', 'The campaign ended while the call waited.'
     from canceled
   )
   select count(*) as canceled from canceled`,
);

/** Cancels queued calls of ended campaigns, a bounded number at a time; how many. */
export async function cancelCallsOfEndedCampaigns(db: Database): Promise<number> {
  const [row] = await db.query<{ canceled: number }>(cancel);
  return row?.canceled ?? 0;
}
