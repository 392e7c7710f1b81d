import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import {
  ErrorState,
  FactList,
  formatInstant,
  formatLabel,
  formatNumber,
  Panel,
  StatusBadge,
} from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';

const refreshMs = 2_000;
export const deletionTones = { running: 'busy', waiting: 'waiting', completed: 'good' } as const;

/** The progress of a deletion. It contains no names. */
export function DeletionReceipt({ dataDeletionId }: { dataDeletionId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['data-deletions', 'one', dataDeletionId],
    queryFn: ({ signal }) =>
      read(api.GET('/api/data-deletions/{dataDeletionId}', { params: { path: { dataDeletionId } }, signal })),
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'completed' ? refreshMs : false),
  });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} aria-busy="true" />;
  const { status, waitingFor, soughtBy, requestedBy, createdAt, completedAt, deleted, kept } = data;
  const badge = <StatusBadge status={status} tone={deletionTones[status]} pulse={status === 'running'} />;
  return (
    <Panel title="Receipt" aside={badge}>
      <FactList
        facts={[
          ['Id', <code key="id">{dataDeletionId}</code>],
          ['Matched by', formatLabel(soughtBy)],
          ['Requested by', <NameOf key="by" kind="members" id={requestedBy} />],
          ['Started', formatInstant(createdAt)],
          ['Completed', completedAt ? formatInstant(completedAt) : 'Not yet'],
          waitingFor ? ['Waiting for', formatLabel(waitingFor)] : null,
          ...Object.entries(deleted)
            .filter(([, count]) => count > 0)
            .map(([kind, count]) => [formatLabel(kind), `${formatNumber(count)} deleted`] as const),
          ['Suppressions', `${formatNumber(kept.suppressions)} kept`],
        ]}
      />
    </Panel>
  );
}
