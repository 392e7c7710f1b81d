import { formatCount, formatNumber, hourCycle } from '../../ui/format.ts';
import type { CampaignDetail } from './campaign-state.ts';

const when = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
});

interface HoldText {
  title: string;
  text: string;
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

/** Returns why most queued calls of a campaign are not dialed now, and until when. Null when they are dialed in turn. */
export function holdText({
  hold,
  daytimeOnly,
}: Pick<CampaignDetail, 'hold' | 'daytimeOnly'>): HoldText | null {
  // A process of the version before answers without the hold.
  if (!hold) return null;
  const { reason, message, calls, isMore, until } = hold;
  const customers = isMore ? `${formatNumber(calls)} or more customers` : formatCount(calls, 'customer');
  const at = until === null ? null : when.format(Date.parse(until));
  const wait = (title: string, text: string): HoldText => ({
    title,
    text: at === null ? text : `${text} The first can be called at ${at}, your time.`,
    short: at === null ? title : `${title} (${at})`,
    isInTurn: false,
  });
  switch (reason) {
    case 'calling-hours': {
      const hours = daytimeOnly
        ? 'from 8:00 to 21:00 on their own clock'
        : 'in the calling hours of their place';
      return wait('Waiting for calling hours', `${customers} can be called ${hours}.`);
    }
    case 'schedule-closed':
      return wait('Waiting for the schedule', `It is closed for ${customers} now.`);
    case 'retry-delay':
    case 'time-of-day': {
      const isOne = calls === 1 && !isMore;
      return wait('Waiting for the next attempt', `${customers} ${isOne ? 'is' : 'are'} called again later.`);
    }
    default: {
      const isInTurn = inTurn.has(reason);
      const title = isInTurn ? 'Customers wait for their turn' : `Waiting: ${customers} cannot be called now`;
      return { title, text: message, short: message, isInTurn };
    }
  }
}
