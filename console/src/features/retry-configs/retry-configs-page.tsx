import './retry-configs.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, formatNumber, Page, TimeText } from '../../ui/index.ts';
import { RetryConfigButton } from './retry-config-dialog.tsx';
import type { RetryConfig } from './retry-labels.ts';
import { formatWaits, outcomes } from './waits.ts';

const pageSize = 50;

export function RetryConfigsPage() {
  const navigate = useNavigate();
  const mayWrite = useCan('schedules:write');
  const pages = usePages({
    queryKey: ['retry-configs', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/retry-configs', { params: { query: { pageSize, pageToken } }, signal })),
    rowsOf: ({ retryConfigs }) => retryConfigs,
  });
  const add = mayWrite ? (
    <RetryConfigButton
      config={null}
      onSaved={({ callRetryConfigId }) =>
        void navigate({ to: '/retry-configs/$callRetryConfigId', params: { callRetryConfigId } })
      }
    >
      Add retry configuration
    </RetryConfigButton>
  ) : null;
  return (
    <Page
      title="Retry configurations"
      description="When and how often unanswered calls are dialed again."
      actions={add}
    >
      <DataTable
        label="Retry configurations"
        columns={columns}
        pages={pages}
        rowKey={({ callRetryConfigId }) => callRetryConfigId}
        skeletonRows={4}
        empty={
          <EmptyState title="No retry configurations yet" isReadOnly={!mayWrite} action={add}>
            Without one, each call is made once. A retry configuration redials customers who did not answer or
            were busy.
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns: Column<RetryConfig>[] = [
  {
    id: 'name',
    title: 'Name',
    cell: ({ callRetryConfigId, name }) => (
      <Link to="/retry-configs/$callRetryConfigId" params={{ callRetryConfigId }} className="row-link">
        {name}
      </Link>
    ),
  },
  {
    id: 'attempts',
    title: 'Attempts',
    width: 84,
    align: 'right',
    cell: ({ maxAttempts }) => formatNumber(maxAttempts),
  },
  {
    id: 'waits',
    title: 'Delays',
    hiddenBelow: 'sm',
    cell: ({ delaysSeconds }) => formatWaits(delaysSeconds),
  },
  {
    id: 'outcomes',
    title: 'Retry after',
    width: 250,
    hiddenBelow: 'md',
    cell: ({ retryOn }) =>
      retryOn.length === outcomes.length
        ? 'All outcomes'
        : outcomes
            .filter(({ value }) => retryOn.includes(value))
            .map(({ word }) => word)
            .join(', '),
  },
  {
    id: 'varied',
    title: 'Time of day',
    width: 110,
    hiddenBelow: 'md',
    cell: ({ varyTimeOfDay }) => (varyTimeOfDay ? 'Varied' : 'Any'),
  },
  {
    id: 'updated',
    title: 'Updated',
    width: 112,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ updatedAt }) => <TimeText at={updatedAt} />,
  },
];
