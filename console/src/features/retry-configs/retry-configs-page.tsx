import './retry-configs.css';
import { Link, useNavigate } from '@tanstack/react-router';
import { api, read, useCan, usePages } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, formatNumber, Page, TimeText } from '../../ui/index.ts';
import { RetryConfigButton } from './retry-config-dialog.tsx';
import type { RetryConfig } from './retry-words.ts';
import { formatWaits, outcomes } from './waits.ts';

const pageSize = 50;

/** All retry configurations, newest first. */
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
      Add retries
    </RetryConfigButton>
  ) : null;
  return (
    <Page
      title="Retries"
      description="How often, and when, those are called again who were not reached."
      actions={add}
    >
      <DataTable
        label="Retry configurations"
        columns={columns}
        pages={pages}
        rowKey={({ callRetryConfigId }) => callRetryConfigId}
        skeletonRows={4}
        empty={
          <EmptyState title="No retries yet" action={add}>
            Calls are made once. With retries, a campaign calls those again who did not answer or were busy,
            after waits that you choose.
          </EmptyState>
        }
      />
    </Page>
  );
}

const columns: Column<RetryConfig>[] = [
  {
    id: 'name',
    title: 'Retries',
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
    title: 'Waits',
    hiddenBelow: 'sm',
    cell: ({ delaysSeconds }) => formatWaits(delaysSeconds),
  },
  {
    id: 'outcomes',
    title: 'Called again after',
    width: 250,
    hiddenBelow: 'md',
    cell: ({ retryOn }) =>
      retryOn.length === outcomes.length
        ? 'Every outcome'
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
    title: 'Changed',
    width: 112,
    align: 'right',
    hiddenBelow: 'sm',
    cell: ({ updatedAt }) => <TimeText at={updatedAt} />,
  },
];
