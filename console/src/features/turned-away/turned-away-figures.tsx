import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/index.ts';
import { AppLink, formatNumber, hourCycle } from '../../ui/index.ts';
import { turnedAwayBecause } from './reasons.ts';

type TurnedAway = Schema<'TurnedAwayCalls'>;

const hourText = new Intl.DateTimeFormat('en', {
  ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle },
});
/** The hours and the numbers that are listed. */
const listedMax = 6;

interface TurnedAwayFiguresProps {
  data: TurnedAway;
  /** Whether to list the numbers. */
  hasNumbers?: boolean;
}

/** How many calls were turned away and why, the hours with most of them, and the numbers. */
export function TurnedAwayFigures({ data, hasNumbers = false }: TurnedAwayFiguresProps) {
  const { total, byReason, hours, numbers } = data;
  if (total === 0)
    return (
      <Text size="sm" c="dimmed">
        None.
      </Text>
    );
  const worst = hours.toSorted((one, other) => other.calls - one.calls).slice(0, listedMax);
  return (
    <SimpleGrid cols={{ base: 1, sm: hasNumbers ? 3 : 2 }} spacing="lg">
      <Counts
        title="Why"
        counts={Object.entries(byReason).map(([reason, calls]) => [
          reason,
          calls,
          upperFirst(turnedAwayBecause(reason)),
        ])}
      />
      <Counts
        title={hours.length > listedMax ? 'Busiest hours' : 'Hour'}
        counts={worst.map(({ at, calls }) => [
          at,
          calls,
          <time key={at} dateTime={at}>
            {hourText.format(new Date(at))}
          </time>,
        ])}
      />
      {hasNumbers ? (
        <Counts
          title={
            numbers.length > listedMax ? 'Most affected numbers' : numbers.length > 1 ? 'Numbers' : 'Number'
          }
          counts={numbers.slice(0, listedMax).map(({ phoneNumberId, phoneNumber, total: calls }) => [
            phoneNumberId,
            calls,
            <AppLink key={phoneNumberId} to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId }}>
              {phoneNumber}
            </AppLink>,
          ])}
        />
      ) : null}
    </SimpleGrid>
  );
}

/** Counts with what they are of. */
function Counts({ title, counts }: { title: string; counts: [string, number, ReactNode][] }) {
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        {title}
      </Text>
      <ul className="plain-list">
        {counts.map(([key, calls, of]) => (
          <li key={key} className="counts-row">
            <span>{of}</span>
            <strong>{formatNumber(calls)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
