import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { capMessage } from './hold-messages.ts';
import type { Why } from './schemas.ts';

export type ShownDecision = Why['decisions'][number];

/** A time in which the call's organization or campaign was held while the call waited. */
export interface HoldRow {
  reason: 'dialing-off' | 'campaign-paused' | 'organization-limit' | 'campaign-limit';
  cap: number | null;
  since: string;
  /** Null while the hold lasts and the call waits. */
  until: string | null;
}

/** The newest holds that are read for one call. */
const holdsMax = 1000;

// A call waits from the time it is queued until its last claim, or until it ends in the queue.
const selectHolds = readStatement(
  'calls.holds',
  `select h.reason, h.cap, greatest(h.since, c.created_at) as since, least(h.until, c.waited_until) as until
   from (
     select organization_id, campaign_id, created_at,
       case when status <> 'queued' then coalesce(dialing_at, ended_at, created_at) end as waited_until
     from calls where organization_id = $1 and call_id = $2 and type = 'outboundPhoneCall'
   ) c join holds h on h.organization_id = c.organization_id and h.campaign_id in ('', c.campaign_id)
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

/**
 * Returns the decisions of `why` for shared holds. Only due calls wait for a cap, so the times of the call's own holds
 * (`stored`) are cut out of holds by caps. The dialing switch and a pause hold every waiting call.
 */
export function decisionsOfHolds(
  rows: readonly HoldRow[],
  stored: readonly ShownDecision[],
): ShownDecision[] {
  const notDue = stored.flatMap(({ decision, at, until }) =>
    decision === 'held' && until != null ? [{ at, until }] : [],
  );
  return rows.flatMap((row) => {
    const pieces = row.cap === null ? [{ since: row.since, until: row.until }] : without(row, notDue);
    return pieces.map(({ since, until }) => ({
      at: since,
      decision: 'held' as const,
      reason: row.reason,
      message: `${words(row)} It held the call ${until === null ? `since ${since}` : `from ${since} to ${until}`}.`,
      until,
    }));
  });
}

type Piece = Pick<HoldRow, 'since' | 'until'>;

/** Returns the parts of an interval outside the given intervals. */
function without(whole: Piece, others: readonly { at: string; until: string }[]): Piece[] {
  let pieces: Piece[] = [{ since: whole.since, until: whole.until }];
  for (const { at, until } of others) {
    pieces = pieces.flatMap((piece) => {
      if (until <= piece.since || (piece.until !== null && at >= piece.until)) return [piece];
      const before = at > piece.since ? [{ since: piece.since, until: at }] : [];
      const isLeft = piece.until === null || until < piece.until;
      return isLeft ? [...before, { since: until, until: piece.until }] : before;
    });
  }
  return pieces;
}

function words({ reason, cap }: HoldRow): string {
  switch (reason) {
    case 'dialing-off':
      return 'Dialing was switched off for the organization.';
    case 'campaign-paused':
      return 'The campaign was paused.';
    case 'organization-limit':
      return capMessage('organization', cap ?? 0);
    case 'campaign-limit':
      return capMessage('campaign', cap ?? 0);
  }
}
