import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, formatNumber, Panel, StackedColumns } from '../../ui/index.ts';
import { outcomeGroups } from './outcome-groups.ts';
import { overTime } from './over-time.ts';
import { endedCallsQuery, picturedCalls } from './queries.ts';

const hour = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** Calls that ended, by hour and outcome. */
export function OverTimePanel({ campaignId }: { campaignId: string }) {
  const { data, error, refetch } = useQuery(endedCallsQuery(campaignId));
  const columns = overTime(data?.calls ?? [], (startMs) => hour.format(startMs));
  const about =
    data?.isWhole === false ? `The newest ${formatNumber(picturedCalls)} calls that ended.` : undefined;
  return (
    <Panel title="Ended over time" {...(about ? { description: about } : {})}>
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={192} /> : null}
      {data && columns.length === 0 ? (
        <Text size="sm" c="dimmed">
          No call has ended yet.
        </Text>
      ) : null}
      {columns.length > 0 ? (
        <StackedColumns
          label="Calls that ended, by hour and outcome"
          parts={outcomeGroups}
          columns={columns}
        />
      ) : null}
    </Panel>
  );
}
