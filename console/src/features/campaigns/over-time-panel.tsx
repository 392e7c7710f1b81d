import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, Panel } from '../../ui/index.ts';
import { ColumnsChart } from './columns-chart.tsx';
import { outcomeGroups } from './outcome-groups.ts';
import { intervalWords, overTime } from './over-time.ts';
import { outcomesQuery } from './queries.ts';

/** Calls of the campaign that ended, over its whole time and by outcome. */
export function OverTimePanel({ campaignId }: { campaignId: string }) {
  const { data, error, refetch } = useQuery(outcomesQuery(campaignId));
  const columns = data ? overTime(data) : [];
  return (
    <Panel title="Ended over time">
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={205} /> : null}
      {data && columns.length === 0 ? (
        <EmptyState title="No call has ended yet">
          Calls appear here as they end, by what they came to.
        </EmptyState>
      ) : null}
      {data && columns.length > 0 ? (
        <ColumnsChart
          label={`Calls that ended, ${intervalWords[data.interval].by} and outcome`}
          columnTitle={intervalWords[data.interval].title}
          parts={outcomeGroups}
          columns={columns}
        />
      ) : null}
    </Panel>
  );
}
