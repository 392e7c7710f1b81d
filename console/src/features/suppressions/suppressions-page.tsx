import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api, read, type Schema, useCan, usePages } from '../../api/index.ts';
import {
  AppLink,
  type Column,
  ConfirmItem,
  DataTable,
  DialogButton,
  EmptyState,
  FilterBar,
  FilterSelect,
  FilterText,
  formatCount,
  MoreMenu,
  Page,
  TimeText,
} from '../../ui/index.ts';
import { ImportDialog, ImportsPanel } from '../imports/index.ts';
import { AddSuppressionButton } from './add-suppression.tsx';

type Suppression = Schema<'Suppression'>;

const route = getRouteApi('/frame/suppressions');
const pageSize = 50;
const importsKey = ['suppressions', 'imports'] as const;
const sourceLabels: Record<Suppression['source'], string> = {
  api: 'Member',
  call: 'Customer, in a call',
  chat: 'Customer, in a chat',
  import: 'Import',
};

/** Numbers that are never called: search, add, remove, import. */
export function SuppressionsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useCan('calls:write');
  const mayExport = useCan('exports:read');
  const choose = (chosen: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  const query = {
    ...(search.phoneNumber ? { phoneNumber: search.phoneNumber } : {}),
    ...(search.source ? { source: search.source as Suppression['source'] } : {}),
  };
  const pages = usePages({
    queryKey: ['suppressions', 'list', query],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/suppressions', { params: { query: { ...query, pageSize, pageToken } }, signal })),
    rowsOf: ({ suppressions }) => suppressions,
  });
  return (
    <Page
      title="Suppression list"
      description="Numbers that are never called by any campaign."
      back={
        <AppLink to="/campaigns" className="app-link">
          ← Campaigns
        </AppLink>
      }
      actions={<Actions mayExport={mayExport} mayWrite={mayWrite} />}
    >
      <FilterBar chosen={search} onClear={() => void navigate({ search: {}, replace: true })}>
        <FilterText
          label="Number, +1…"
          value={search.phoneNumber}
          onChange={(phoneNumber) => choose({ phoneNumber })}
        />
        <FilterSelect
          label="Source"
          value={search.source}
          options={Object.entries(sourceLabels).map(([value, label]) => ({ value, label }))}
          onChange={(source) => choose({ source })}
        />
      </FilterBar>
      <DataTable
        label="Suppression list"
        columns={columns(mayWrite)}
        pages={pages}
        rowKey={({ suppressionId }) => suppressionId}
        skeletonRows={6}
        empty={<NoSuppressions phoneNumber={search.phoneNumber} isFiltered={Object.keys(query).length > 0} />}
      />
      <ImportsPanel
        path="/api/suppressions/imports"
        queryKey={importsKey}
        mayWrite={mayWrite}
        description="Import numbers from Excel or CSV files."
        action={mayWrite ? <ImportNumbersButton /> : null}
      />
    </Page>
  );
}

function Actions({ mayExport, mayWrite }: { mayExport: boolean; mayWrite: boolean }) {
  return (
    <>
      {mayExport ? (
        <Button component="a" variant="default" href="/api/suppressions/export" download="suppressions.csv">
          Export list
        </Button>
      ) : null}
      {mayWrite ? <AddSuppressionButton /> : null}
    </>
  );
}

function columns(mayWrite: boolean): Column<Suppression>[] {
  const removal: Column<Suppression> = {
    id: 'remove',
    title: 'Action',
    width: 70,
    align: 'right',
    cell: (suppression) => (
      <MoreMenu label={`More actions for ${suppression.phoneNumber}`} isSmall>
        <RemoveNumber suppression={suppression} />
      </MoreMenu>
    ),
  };
  return [
    { id: 'number', title: 'Phone number', width: 150, cell: ({ phoneNumber }) => phoneNumber },
    {
      id: 'reason',
      title: 'Reason',
      hiddenBelow: 'sm',
      cell: ({ reason }) => (reason ? <span title={reason}>{reason}</span> : '—'),
    },
    {
      id: 'source',
      title: 'Source',
      width: 150,
      hiddenBelow: 'sm',
      cell: ({ source, callId }) =>
        callId === null ? (
          sourceLabels[source]
        ) : (
          <AppLink to="/calls/$callId" params={{ callId }}>
            {sourceLabels[source]}
          </AppLink>
        ),
    },
    {
      id: 'created',
      title: 'Added',
      width: 100,
      align: 'right',
      cell: ({ createdAt }) => <TimeText at={createdAt} />,
    },
    ...(mayWrite ? [removal] : []),
  ];
}

function RemoveNumber({ suppression: { suppressionId, phoneNumber, source } }: { suppression: Suppression }) {
  const remove = () =>
    read(api.DELETE('/api/suppressions/{suppressionId}', { params: { path: { suppressionId } } }));
  const asked = source === 'call' || source === 'chat' ? ' The customer asked not to be called.' : '';
  return (
    <ConfirmItem
      isDestructive
      consequence={`Every campaign may call ${phoneNumber} again.${asked}`}
      onConfirm={remove}
      refreshes={['suppressions']}
      done={`${phoneNumber} was removed from the suppression list.`}
    >
      Remove from list
    </ConfirmItem>
  );
}

function ImportNumbersButton() {
  return (
    <DialogButton label="Import numbers" size="xs" variant="default">
      {(close) => (
        <ImportDialog
          title="Import numbers"
          path="/api/suppressions/import"
          about="The first line must contain the column names. Only the phone number column is used."
          rules={{ fields: { phoneNumber: 'Phone number' }, variables: null }}
          parameters={{}}
          checks={{
            outcome: 'will be added to the list',
            action: (numbers) => `Add ${formatCount(numbers, 'number')}`,
          }}
          againLabel="Import again: numbers that were removed since are added again"
          queryKey={['suppressions']}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

function NoSuppressions({
  phoneNumber,
  isFiltered,
}: {
  phoneNumber: string | undefined;
  isFiltered: boolean;
}) {
  if (phoneNumber)
    return (
      <EmptyState title={`${phoneNumber} is not on the list`}>
        This list does not block calls to this number.
      </EmptyState>
    );
  if (isFiltered) return <EmptyState title="No matching numbers">No number matches this filter.</EmptyState>;
  return (
    <EmptyState title="No suppressed numbers">
      Customers who ask not to be called are added automatically. You can also add a number or import a list.
    </EmptyState>
  );
}
