import { UnstyledButton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api, read, type Schema, useCan, usePages } from '../../api/index.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  formatInstant,
  formatLabel,
  StatusBadge,
  TimeText,
} from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { DeleteDataButton } from './delete-data.tsx';
import { DeletionReceipt, deletionTones } from './deletion-receipt.tsx';
import { SettingsFrame } from './settings-frame.tsx';

type DataDeletion = Schema<'DataDeletion'>;

const route = getRouteApi('/frame/settings/data-deletions');
/** No event reports the progress. */
const runningRefreshMs = 2_000;

/** Deletes a person's data, and lists the receipts. */
export function DataDeletionsPage() {
  const mayWrite = useCan('data-deletions:write');
  const { dataDeletionId } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (id: string) => void navigate({ search: { dataDeletionId: id } });
  const pages = usePages({
    queryKey: ['data-deletions', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/data-deletions', { params: { query: { pageSize: 50, pageToken } }, signal })),
    rowsOf: ({ dataDeletions }) => dataDeletions,
    refreshMs: (rows) => rows.some(({ status }) => status !== 'completed') && runningRefreshMs,
  });
  return (
    <SettingsFrame
      section="/settings/data-deletions"
      actions={mayWrite ? <DeleteDataButton onBegun={show} /> : null}
    >
      {dataDeletionId ? <DeletionReceipt dataDeletionId={dataDeletionId} /> : null}
      <DataTable
        label="Deletions"
        pages={pages}
        skeletonRows={4}
        rowKey={(deletion) => deletion.dataDeletionId}
        columns={columns(show)}
        empty={
          <EmptyState title="No deletions yet">
            Delete a customer’s data by phone number or customer id. The receipt stays here.
          </EmptyState>
        }
      />
    </SettingsFrame>
  );
}

function columns(show: (dataDeletionId: string) => void): Column<DataDeletion>[] {
  return [
    {
      id: 'begun',
      title: 'Started',
      cell: ({ dataDeletionId, createdAt }) => (
        <UnstyledButton className="row-link row-button" onClick={() => show(dataDeletionId)}>
          {formatInstant(createdAt)}
        </UnstyledButton>
      ),
    },
    {
      id: 'status',
      title: 'Status',
      width: 130,
      cell: ({ status }) => (
        <StatusBadge status={status} tone={deletionTones[status]} pulse={status === 'running'} />
      ),
    },
    {
      id: 'by',
      title: 'Matched by',
      width: 170,
      hiddenBelow: 'sm',
      cell: ({ soughtBy }) => formatLabel(soughtBy),
    },
    {
      id: 'asked',
      title: 'Requested by',
      hiddenBelow: 'sm',
      cell: ({ requestedBy }) => <NameOf kind="members" id={requestedBy} />,
    },
    {
      id: 'completed',
      title: 'Completed',
      width: 110,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ completedAt }) => <TimeText at={completedAt} />,
    },
  ];
}
