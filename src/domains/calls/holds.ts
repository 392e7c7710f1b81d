import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { capWords } from './hold-words.ts';
import type { Why } from './schemas.ts';

export type ToldDecision = Why['decisions'][number];

/** A time in which the call's organization or campaign was held, within the time that the call waited. */
export interface HoldRow {
  reason: 'dialing-off' | 'campaign-paused' | 'organization-limit' | 'campaign-limit';
  cap: number | null;
  since: string;
  /** Null: it lasts, and the call waits still. */
  until: string | null;
}

/** As many as are read for one call; the newest. */
const holdsMax = 1000;

// A call waits from when it was queued until it was claimed for the last time, or ended in the queue.
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

/** The decisions stored with the call, in order; a hold ends with the next of them at the latest. */
export async function selectDecisions(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<ToldDecision[]> {
  const rows = await db.query<ToldDecision & { until: string | null }>(selectEvents, [
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
 * What `why` says of these times. Only calls that are due wait for a cap, so the times in which the call was held by
 * itself, as `stored` says, are taken out of those; the dialing switch and a pause hold whatever waits.
 */
export function decisionsOfHolds(rows: readonly HoldRow[], stored: readonly ToldDecision[]): ToldDecision[] {
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

/** What is left of a time when others are taken out of it. */
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
      return capWords('organization', cap ?? 0);
    case 'campaign-limit':
      return capWords('campaign', cap ?? 0);
  }
}
