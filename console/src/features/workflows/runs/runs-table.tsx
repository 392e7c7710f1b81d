import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, read, usePages } from '../../../api/index.ts';
import {
  type Column,
  DataTable,
  Elapsed,
  EmptyState,
  FilterBar,
  FilterSelect,
  formatLabel,
  StatusBadge,
  TimeText,
} from '../../../ui/index.ts';
import { NameOf } from '../../picks/index.ts';
import { type RunStatus, type RunSummary, runState, runStatuses } from '../workflow-labels.ts';

const pageSize = 50;

interface RunsTableProps {
  /** Undefined lists runs of all workflows, with a column that names them. */
  workflowId: string | undefined;
  status: string | undefined;
  onStatus: (status: string | undefined) => void;
  /** Further filters, and what clears them. */
  filters?: ReactNode;
  onClear?: () => void;
}

/** Lists runs, newest first. Running ones are refreshed. */
export function RunsTable({ workflowId, status, onStatus, filters, onClear }: RunsTableProps) {
  const query = {
    ...(workflowId ? { workflowId } : {}),
    ...(status ? { status: status as RunStatus } : {}),
  };
  const pages = usePages({
    queryKey: ['workflow-runs', 'list', query],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/workflow-runs', { params: { query: { ...query, pageSize, pageToken } }, signal })),
    rowsOf: ({ runs }) => runs,
  });
  const isOfOne = workflowId !== undefined && filters === undefined;
  return (
    <Stack gap="md">
      <FilterBar
        chosen={filters ? query : { status }}
        onClear={() => (onClear ? onClear() : onStatus(undefined))}
      >
        <FilterSelect
          label="Status"
          value={status}
          options={runStatuses.map((value) => ({ value, label: formatLabel(value) }))}
          onChange={onStatus}
        />
        {filters}
      </FilterBar>
      <DataTable
        label="Runs"
        columns={isOfOne ? columns : [columns[0]!, workflowColumn, ...columns.slice(1)]}
        pages={pages}
        rowKey={({ workflowRunId }) => workflowRunId}
        skeletonRows={6}
        empty={
          status ? (
            <EmptyState title="No matching runs">No run matches these filters.</EmptyState>
          ) : (
            <EmptyState title="No runs yet">
              A run appears here when a trigger fires or a member starts one.
            </EmptyState>
          )
        }
      />
    </Stack>
  );
}

export function RunStatusBadge({ run }: { run: Pick<RunSummary, 'status' | 'pausedAt'> }) {
  const { word, tone, pulse } = runState(run);
  return <StatusBadge status={word} tone={tone} pulse={pulse} />;
}

function Took({ run: { createdAt, endedAt } }: { run: RunSummary }) {
  return <Elapsed since={createdAt} until={endedAt} />;
}

const workflowColumn: Column<RunSummary> = {
  id: 'workflow',
  title: 'Workflow',
  cell: ({ workflowId }) => <NameOf kind="workflows" id={workflowId} />,
};

const columns: Column<RunSummary>[] = [
  {
    id: 'begun',
    title: 'Started',
    width: 108,
    cell: ({ workflowRunId, createdAt }) => (
      <Link to="/workflow-runs/$workflowRunId" params={{ workflowRunId }} className="row-link">
        <TimeText at={createdAt} />
      </Link>
    ),
  },
  { id: 'status', title: 'Status', width: 128, cell: (run) => <RunStatusBadge run={run} /> },
  {
    id: 'reason',
    title: 'Reason',
    hiddenBelow: 'sm',
    cell: ({ reason }) => (reason ? <span title={reason}>{reason}</span> : '—'),
  },
  {
    id: 'version',
    title: 'Version',
    width: 76,
    align: 'right',
    hiddenBelow: 'md',
    cell: ({ version }) => version ?? '—',
  },
  {
    id: 'took',
    title: 'Duration',
    width: 100,
    align: 'right',
    hiddenBelow: 'sm',
    cell: (run) => <Took run={run} />,
  },
];
