import { formatCount, formatNumber, formatUpcoming } from '../../ui/format.ts';
import type { CampaignDetail } from './campaign-state.ts';

type Hold = NonNullable<CampaignDetail['hold']>;
export type Barrier = Hold['barriers'][number];

interface HoldText {
  title: string;
  /** The reasons that forbid the calls, one for each line. */
  barriers: readonly Barrier[];
  /** How many customers wait and when the first can be called, as sentences. Empty for reasons other than closed hours. */
  end: string;
  /** For a row of a table. */
  short: string;
  /** True where all that may be called at a time are called, so that nothing needs a change. */
  isInTurn: boolean;
}

/** The reasons of calls that are dialed as soon as another one is over. */
const inTurn = new Set([
  'organization-limit',
  'campaign-limit',
  'trunk-limit',
  'no-capacity',
  'team-members',
]);

/** The hours by the reason of a closed one. */
const hours: Readonly<Record<string, string>> = {
  'schedule-closed': 'the schedule',
  'daytime-only': 'calling hours',
  'calling-hours': 'calling hours',
};

/** Returns why most queued calls of a campaign are not dialed now, and until when. Null when they are dialed in turn. */
export function holdText({ hold }: Pick<CampaignDetail, 'hold'>): HoldText | null {
  // A process of the version before answers without the hold.
  if (!hold) return null;
  const { reason, message, calls, isMore, until } = hold;
  const isInTurn = inTurn.has(reason);
  // A process of the version before answers without the barriers.
  const barriers = hold.barriers ?? [{ reason, message, scheduleId: null }];
  const customers = isMore ? `${formatNumber(calls)} or more customers` : formatCount(calls, 'customer');
  const be = calls === 1 && !isMore ? 'is' : 'are';
  const at = until === null ? null : formatUpcoming(until);
  const first = at === null ? '' : ` The first can be called at ${at}, your time.`;
  const wait = (title: string, end: string) => ({
    ...{ title, end: `${end}${first}`, isInTurn },
    short: at === null ? title : `${title} (${at})`,
  });
  if (reason === 'retry-delay' || reason === 'time-of-day')
    return {
      ...wait('Waiting for the next attempt', `${customers} ${be} called again later.`),
      barriers: [],
    };
  const closed = [...new Set(barriers.map((barrier) => hours[barrier.reason]))];
  if (!closed.includes(undefined))
    return { ...wait(`Waiting for ${closed.join(' and ')}`, `${customers} ${be} waiting.`), barriers };
  const title = isInTurn ? 'Customers wait for their turn' : `Waiting: ${customers} cannot be called now`;
  return { title, barriers, end: '', short: message, isInTurn };
}
