import { type Database, statement } from '../../platform/db/index.ts';
import { leaveQueueSql } from '../call-queue/index.ts';

const batchMax = 2000;

// Skips calls that are being claimed or canceled.
const cancel = statement(
  'calls.cancel_of_ended_campaigns',
  `with doomed as (
     select q.organization_id, q.call_id from dial_lanes l
       join campaigns e on e.organization_id = l.organization_id and e.campaign_id = l.campaign_id and e.status = 'ended'
       cross join lateral (
         select organization_id, call_id from queued_calls w
         where w.organization_id = l.organization_id and w.campaign_id = l.campaign_id limit ${batchMax}) q
     limit ${batchMax}
   ), free as (
     select c.organization_id, c.call_id from calls c
       join doomed d on d.organization_id = c.organization_id and d.call_id = c.call_id
     where c.status = 'queued' order by c.organization_id, c.call_id for update of c skip locked
   ), canceled as (
     update calls c set status = 'canceled', ended_at = dialer_now(), ended_by = 'System ended the call',
       ended_reason = 'campaign-ended'
     from free f where c.organization_id = f.organization_id and c.call_id = f.call_id and c.status = 'queued'
     returning c.organization_id, c.call_id
   ), left_queue as (${leaveQueueSql('canceled')}
   ), noted as (
     insert into call_events (organization_id, call_id, decision, reason, message)
     select organization_id, call_id, 'canceled', 'campaign-ended', 'The campaign ended while the call waited.'
     from canceled
   )
   select count(*) as canceled from canceled`,
);

/** Cancels up to 2,000 queued calls of ended campaigns. Returns how many. */
export async function cancelCallsOfEndedCampaigns(db: Database): Promise<number> {
  const [row] = await db.query<{ canceled: number }>(cancel);
  return row?.canceled ?? 0;
}
