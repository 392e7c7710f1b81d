import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { Decision, Why } from '../schemas.ts';

/** A decision taken about a call, for GET /api/calls/{callId}/why. */
interface CallEvent {
  decision: Decision;
  /** Stable and machine-readable. */
  reason: string;
  message: string;
  /** Held: until when (UTC). */
  until?: string;
}

const insert = statement(
  'calls.event',
  `insert into call_events (organization_id, call_id, decision, reason, message, until) values ($1, $2, $3, $4, $5, $6)`,
);

export async function recordEvent(
  db: Queryable,
  organizationId: string,
  callId: string,
  event: CallEvent,
): Promise<void> {
  const { decision, reason, message, until = null } = event;
  await db.query(insert, [organizationId, callId, decision, reason, message, until]);
}

const last = readStatement(
  'calls.last_event',
  `select event_id, decision, reason from call_events where organization_id = $1 and call_id = $2
   order by event_id desc limit 1`,
);
const lengthen = statement(
  'calls.lengthen_hold',
  `update call_events set until = $4, message = $5 where organization_id = $1 and call_id = $2 and event_id = $3`,
);

/** Records a hold. A hold for the same reason as the call's last one lengthens that one. */
export async function recordHold(
  tx: Queryable,
  organizationId: string,
  callId: string,
  { reason, message, until }: { reason: string; message: string; until: string },
): Promise<void> {
  type Row = { event_id: string; decision: string; reason: string };
  const [before] = await tx.query<Row>(last, [organizationId, callId]);
  if (before?.decision === 'held' && before.reason === reason) {
    await tx.query(lengthen, [organizationId, callId, before.event_id, until, message]);
  } else await recordEvent(tx, organizationId, callId, { decision: 'held', reason, message, until });
}

export type ShownDecision = Why['decisions'][number];

/** A time in which the call's organization or campaign was held while the call waited. */
export interface HoldRow {
  reason: 'dialing-off' | 'campaign-paused' | 'organization-limit' | 'campaign-limit';
  cap: number | null;
  since: string;
  /** Null while the hold lasts and the call waits. */
  until: string | null;
  /** Whether a pause is that of a campaign which was created paused and had not been started. */
  isBeforeStart?: boolean;
}

/** The newest holds that are read for one call. */
const holdsMax = 1000;

// A call waits from the time it is queued until its last claim, or until it ends in the queue. The transaction that creates
// a paused campaign begins its hold too, so the hold is older than each call and hardly younger than the campaign.
const selectHolds = readStatement(
  'calls.holds',
  `select h.reason, h.cap, greatest(h.since, c.created_at) as since, least(h.until, c.waited_until) as until,
     h.reason = 'campaign-paused' and h.since <= c.created_at and h.since < g.created_at + interval '1 second'
       as "isBeforeStart"
   from (
     select organization_id, campaign_id, created_at,
       case when status <> 'queued' then coalesce(dialing_at, ended_at, created_at) end as waited_until
     from calls where organization_id = $1 and call_id = $2 and type = 'outboundPhoneCall'
   ) c join holds h on h.organization_id = c.organization_id and h.campaign_id in ('', c.campaign_id)
     left join campaigns g on g.organization_id = h.organization_id and g.campaign_id = h.campaign_id
   where h.since < coalesce(c.waited_until, 'infinity') and coalesce(h.until, 'infinity') > c.created_at
   order by h.hold_id desc limit ${holdsMax}`,
);
const selectEvents = readStatement(
  'calls.events',
  `select at, decision, reason, message, until from call_events where organization_id = $1 and call_id = $2
   order by event_id`,
);

export async function selectHoldsOfCall(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<HoldRow[]> {
  return db.query(selectHolds, [organizationId, callId]);
}

/** Returns the decisions stored with the call, in order. A hold ends with the next decision at the latest. */
export async function selectDecisions(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<ShownDecision[]> {
  const rows = await db.query<ShownDecision & { until: string | null }>(selectEvents, [
    organizationId,
    callId,
  ]);
  return rows.map(({ until, ...event }, place) => {
    if (event.decision !== 'held') return event;
    const next = rows[place + 1]?.at ?? null;
    return { ...event, until: until !== null && next !== null && next < until ? next : (until ?? next) };
  });
}
