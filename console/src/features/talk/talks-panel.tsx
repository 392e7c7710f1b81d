import { api, read, type Schema, usePages } from '../../api/index.ts';
import { type Column, DataTable, Duration, EmptyState, formatWord, TimeText } from '../../ui/index.ts';

type Talk = Schema<'Talk'>;

const columns: Column<Talk>[] = [
  { id: 'begun', title: 'Started', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
  {
    id: 'version',
    title: 'Version',
    cell: ({ agentVersion }) => (agentVersion === null ? 'Draft' : `Version ${agentVersion}`),
  },
  {
    id: 'took',
    title: 'Duration',
    cell: ({ createdAt, endedAt }) =>
      endedAt === null ? '—' : <Duration ms={Date.parse(endedAt) - Date.parse(createdAt)} />,
    hiddenBelow: 'sm',
  },
  {
    id: 'end',
    title: 'End',
    cell: ({ status, endedReason }) =>
      status === 'live' ? 'In progress' : formatWord(endedReason ?? status),
    hiddenBelow: 'sm',
  },
  {
    id: 'cost',
    title: 'Cost',
    cell: ({ cost }) => (cost ? `${cost.total} ${cost.currency}` : '—'),
    align: 'right',
  },
];

/** The talks that there were with an agent, and what each cost; nothing that was said in them. */
export function TalksPanel({ agentId }: { agentId: string }) {
  const pages = usePages({
    queryKey: ['talks', 'list', agentId],
    fetchPage: (pageToken, signal) => {
      const query = { agentId, pageSize: 10, pageToken };
      return read(api.GET('/api/talks', { params: { query }, signal }));
    },
    rowsOf: ({ talks }) => talks,
  });
  return (
    <DataTable
      label="Browser calls"
      columns={columns}
      pages={pages}
      rowKey={({ talkId }) => talkId}
      skeletonRows={3}
      empty={
        <EmptyState title="No browser calls yet">
          Browser calls are listed here with their cost. They are not recorded or transcribed.
        </EmptyState>
      }
    />
  );
}
