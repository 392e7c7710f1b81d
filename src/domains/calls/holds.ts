import { capMessage } from './hold-messages.ts';
import type { HoldRow, ShownDecision } from './store/events.ts';

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

function words({ reason, cap, until, isBeforeStart }: HoldRow): string {
  switch (reason) {
    case 'dialing-off':
      return 'Dialing was switched off for the organization.';
    case 'campaign-paused':
      if (!isBeforeStart) return 'The campaign was paused.';
      return `The campaign ${until === null ? 'has' : 'had'} not been started.`;
    case 'organization-limit':
      return capMessage('organization', cap ?? 0);
    case 'campaign-limit':
      return capMessage('campaign', cap ?? 0);
  }
}
