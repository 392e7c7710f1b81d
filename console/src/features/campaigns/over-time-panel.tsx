import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, Panel } from '../../ui/index.ts';
import { outcomeGroups } from '../call-outcomes/index.ts';
import { ColumnsChart } from '../charts/index.ts';
import { intervalLabels, overTime } from './over-time.ts';
import { outcomesQuery } from './queries.ts';

/** The campaign's ended calls over time, by outcome. */
export function OverTimePanel({ campaignId }: { campaignId: string }) {
  const { data, error, refetch } = useQuery(outcomesQuery(campaignId));
  const columns = data ? overTime(data) : [];
  return (
    <Panel title="Ended calls over time" description="Choose a column to see its calls.">
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={205} /> : null}
      {data && columns.length === 0 ? (
        <EmptyState title="No ended calls yet">Ended calls appear here by outcome.</EmptyState>
      ) : null}
      {data && columns.length > 0 ? (
        <ColumnsChart
          label={`Ended calls ${intervalLabels[data.interval].by} and outcome`}
          columnTitle={intervalLabels[data.interval].title}
          parts={outcomeGroups}
          columns={columns}
          callsOf={({ id }) => ({
            ...{ campaignId, status: 'ended,canceled', endedFrom: id },
            endedTo: data.buckets.find(({ from }) => from === id)?.to ?? '',
          })}
        />
      ) : null}
    </Panel>
  );
}
