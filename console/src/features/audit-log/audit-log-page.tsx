import { Alert, Button, Paper, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, Page, TimeText } from '../../ui/index.ts';
import { type AuditEntry, actionOf, actorOf } from './entries.ts';
import { EntryDialog } from './entry-dialog.tsx';
import type { EntryFilter } from './entry-filter.ts';
import { EntryFilters } from './entry-filters.tsx';
import { ExportButton } from './export-button.tsx';
import { useEntries } from './use-entries.ts';
import { VerifyPanel } from './verify-panel.tsx';

const route = getRouteApi('/frame/audit-log');
const about = 'Every change, with its author and time. Entries are hash-chained, so tampering is detected.';

export function AuditLogPage() {
  if (useCan('audit:export')) return <ReadableLog />;
  return (
    <Page title="Audit log" description={about}>
      <Paper withBorder>
        <EmptyState title="Admins only">
          Your role cannot read the audit log. Ask an admin of your organization for access.
        </EmptyState>
      </Paper>
    </Page>
  );
}

function ReadableLog() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const client = useQueryClient();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const { pages, hasNewer } = useEntries(filter);
  const choose = (chosen: EntryFilter) =>
    void navigate({ search: (before) => ({ ...before, ...chosen }), replace: true });
  return (
    <Page title="Audit log" description={about} actions={<ExportButton filter={filter} />}>
      <EntryFilters
        filter={filter}
        shown={pages.rows}
        choose={choose}
        onClear={() => void navigate({ search: {} })}
      />
      {hasNewer ? (
        <Alert variant="light" p="xs" role="status">
          New entries are available.{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void client.resetQueries({ queryKey: ['audit-entries'] })}
          >
            Show new entries
          </Button>
        </Alert>
      ) : null}
      <DataTable
        label="Audit log"
        columns={columns(setOpen)}
        pages={pages}
        rowKey={({ auditLogId }) => auditLogId}
        empty={<EmptyState title="No matching entries">No entry matches these filters.</EmptyState>}
      />
      <VerifyPanel />
      {open ? (
        <EntryDialog
          entry={open}
          onClose={() => setOpen(null)}
          onFilter={(chosen) => {
            setOpen(null);
            void navigate({ search: chosen });
          }}
        />
      ) : null}
    </Page>
  );
}

function columns(open: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  return [
    {
      id: 'action',
      title: 'Action',
      cell: (entry) => (
        <UnstyledButton className="row-link row-button" onClick={() => open(entry)}>
          {actionOf(entry)}
        </UnstyledButton>
      ),
    },
    { id: 'label', title: 'Resource', hiddenBelow: 'sm', cell: ({ resourceLabel }) => resourceLabel ?? '—' },
    { id: 'actor', title: 'Actor', width: '26%', cell: actorOf },
    {
      id: 'at',
      title: 'Time',
      width: 110,
      align: 'right',
      cell: ({ createdAt }) => <TimeText at={createdAt} />,
    },
  ];
}
