import { api, read, type Schema, usePages } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, StatusBadge, TimeText } from '../../ui/index.ts';

type Alert = Schema<'Alert'>;

/** Open and ended alerts, newest first. */
export function AlertsTable({ onOpen }: { onOpen: (alertId: string) => void }) {
  const pages = usePages({
    queryKey: ['alerts', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/alerts', { params: { query: { pageSize: 25, pageToken } }, signal })),
    rowsOf: ({ alerts }) => alerts,
  });
  return (
    <DataTable
      label="Raised alerts"
      pages={pages}
      skeletonRows={3}
      rowKey={({ alertId }) => alertId}
      columns={columns(onOpen)}
      empty={<EmptyState title="No alerts">Alerts of the last 90 days appear here.</EmptyState>}
    />
  );
}

function columns(open: (alertId: string) => void): Column<Alert>[] {
  return [
    {
      id: 'name',
      title: 'Alert',
      cell: ({ alertId, name }) => (
        <button type="button" className="row-link alert-open" onClick={() => open(alertId)}>
          {name}
        </button>
      ),
    },
    {
      id: 'state',
      title: 'State',
      width: 100,
      cell: ({ endedAt }) =>
        endedAt === null ? (
          <StatusBadge status="Open" tone="bad" />
        ) : (
          <StatusBadge status="Ended" tone="neutral" />
        ),
    },
    { id: 'summary', title: 'Why', hiddenBelow: 'md', cell: ({ summary }) => summary },
    {
      id: 'began',
      title: 'Began',
      width: 112,
      align: 'right',
      cell: ({ beganAt }) => <TimeText at={beganAt} />,
    },
    {
      id: 'ended',
      title: 'Ended',
      width: 112,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ endedAt }) => <TimeText at={endedAt} />,
    },
  ];
}
