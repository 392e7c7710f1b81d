import { api, read, type Schema, usePages } from '../../api/index.ts';
import {
  type Column,
  DataTable,
  Duration,
  EmptyState,
  formatLabel,
  formatMoney,
  TimeText,
} from '../../ui/index.ts';

type BrowserCall = Schema<'BrowserCall'>;

const columns: Column<BrowserCall>[] = [
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
      status === 'live' ? 'In progress' : formatLabel(endedReason ?? status),
    hiddenBelow: 'sm',
  },
  {
    id: 'cost',
    title: 'Cost',
    cell: ({ cost }) =>
      cost ? (
        formatMoney(cost.total, cost.currency)
      ) : (
        <span title="There were no prices when the call ended">—</span>
      ),
    align: 'right',
  },
];

/** Lists an agent's browser calls with their costs. */
export function BrowserCallList({ agentId }: { agentId: string }) {
  const pages = usePages({
    queryKey: ['browser-calls', 'list', agentId],
    fetchPage: (pageToken, signal) => {
      const query = { agentId, pageSize: 10, pageToken };
      return read(api.GET('/api/browser-calls', { params: { query }, signal }));
    },
    rowsOf: ({ browserCalls }) => browserCalls,
  });
  return (
    <DataTable
      label="Browser calls"
      columns={columns}
      pages={pages}
      rowKey={({ browserCallId }) => browserCallId}
      skeletonRows={3}
      empty={
        <EmptyState title="No browser calls yet">
          The times, the end and the cost of each browser call are kept here. Its sound and its transcript are
          not.
        </EmptyState>
      }
    />
  );
}
