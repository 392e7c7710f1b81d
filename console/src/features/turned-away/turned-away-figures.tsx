import { Text } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { formatInstant, formatNumber } from '../../ui/index.ts';
import { turnedAwayBecause } from './reasons.ts';

type TurnedAway = Schema<'TurnedAwayCalls'>;

const hourText = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
/** The hours that are listed. */
const hoursMax = 8;

/** How many callers were turned away and why, and the hours with most of them. */
export function TurnedAwayFigures({ data }: { data: TurnedAway }) {
  if (data.total === 0)
    return (
      <Text size="sm" c="dimmed">
        None. Every caller was answered by an agent, or has a record in Calls.
      </Text>
    );
  const worst = data.hours.toSorted((one, other) => other.calls - one.calls).slice(0, hoursMax);
  return (
    <>
      <ul className="plain-list">
        {Object.entries(data.byReason).map(([reason, calls]) => (
          <li key={reason}>
            <Text size="sm">
              <strong className="tabular">{formatNumber(calls)}</strong> because {turnedAwayBecause(reason)}
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm" mb={4}>
        {data.hours.length > hoursMax ? 'The hours with most of them:' : 'By hour:'}
      </Text>
      <ul className="plain-list">
        {worst.map(({ at, calls }) => (
          <li key={at}>
            <Text size="sm" className="tabular">
              <time dateTime={at} title={formatInstant(at)}>
                {hourText.format(new Date(at))}
              </time>{' '}
              · {formatNumber(calls)}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
