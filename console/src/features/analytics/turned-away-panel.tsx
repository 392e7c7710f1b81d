import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AppLink, formatNumber, Panel } from '../../ui/index.ts';
import { TurnedAwayFigures, turnedAwayQuery } from '../turned-away/index.ts';
import type { DateRange } from './range.ts';

/** The callers of a range who were turned away, by number. Nothing when there were none. */
export function TurnedAwayPanel({ name, range: { from, to } }: { name: string; range: DateRange }) {
  const { data } = useQuery(turnedAwayQuery({ name, from, to }));
  if (!data || data.total === 0) return null;
  return (
    <Panel
      title="Callers turned away"
      description={`${formatNumber(data.total)} inbound calls could not be taken. They are not among the calls of this page.`}
    >
      <TurnedAwayFigures data={data} />
      <Text size="sm" c="dimmed" mt="sm" mb={4}>
        By number:
      </Text>
      <ul className="plain-list">
        {data.numbers.map(({ phoneNumberId, phoneNumber, total }) => (
          <li key={phoneNumberId}>
            <Text size="sm" className="tabular">
              <AppLink to="/phone-numbers/$phoneNumberId" params={{ phoneNumberId }}>
                {phoneNumber}
              </AppLink>{' '}
              · {formatNumber(total)}
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
