import { formatCount, formatNumber, hourCycle } from '../../ui/format.ts';
import type { CampaignDetail } from './campaign-state.ts';

const when = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
});

/** Returns why most queued calls of a running campaign are not dialed now, and until when. Null when they are dialed in turn. */
export function holdText({
  hold,
  daytimeOnly,
}: Pick<CampaignDetail, 'hold' | 'daytimeOnly'>): { title: string; text: string } | null {
  // A process of the version before answers without the hold.
  if (!hold) return null;
  const { reason, message, calls, isMore, until } = hold;
  const customers = isMore ? `${formatNumber(calls)} or more customers` : formatCount(calls, 'customer');
  const first =
    until === null ? '' : ` The first can be called at ${when.format(Date.parse(until))}, your time.`;
  switch (reason) {
    case 'calling-hours': {
      const hours = daytimeOnly
        ? 'from 8:00 to 21:00 on their own clock'
        : 'in the calling hours of their place';
      return { title: 'Waiting for calling hours', text: `${customers} can be called ${hours}.${first}` };
    }
    case 'schedule-closed':
      return { title: 'Waiting for the schedule', text: `It is closed for ${customers} now.${first}` };
    case 'retry-delay':
    case 'time-of-day': {
      const again = `${customers} ${calls === 1 && !isMore ? 'is' : 'are'} called again later.`;
      return { title: 'Waiting for the next attempt', text: `${again}${first}` };
    }
    default:
      return { title: `Waiting: ${customers} cannot be called now`, text: message };
  }
}
