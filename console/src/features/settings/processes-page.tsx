import { Text } from '@mantine/core';
import { api, read, type Schema, usePages } from '../../api/index.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  formatInstant,
  formatNumber,
  StatusBadge,
  TimeText,
} from '../../ui/index.ts';
import { SettingsFrame } from './settings-frame.tsx';

type ProcessEntry = Schema<'ProcessEntry'>;

/** No event reports a process that starts or ends. */
const refreshMs = 5_000;

/** Lists the processes with their versions, which differ during an upgrade. */
export function ProcessesPage() {
  const pages = usePages({
    queryKey: ['processes', 'list'],
    fetchPage: async (_pageToken, signal) => ({
      ...(await read(api.GET('/api/processes', { signal }))),
      metadata: { nextPage: null },
    }),
    rowsOf: ({ processes }) => processes,
    refreshMs: () => refreshMs,
  });
  return (
    <SettingsFrame section="/settings/processes">
      <DataTable
        label="Processes"
        pages={pages}
        skeletonRows={2}
        rowKey={({ processId }) => processId}
        columns={columns}
        empty={<EmptyState title="No processes">No process has recorded itself.</EmptyState>}
      />
    </SettingsFrame>
  );
}

const takesCalls = ({ roles, state }: ProcessEntry) => roles.includes('calls') && state === 'running';

const refusals: Record<string, string> = {
  overloaded: 'None: the machine serves its calls late',
  'process-full': 'None: PARLEY_CALLS_MAX is reached',
  'database-away': 'None: the database is away',
  draining: 'None: the process stops',
};

/** Whether a process takes calls, and how many it has refused for lack of room. */
function NewCalls({ entry: { refusal, refusedCalls, refusedAt } }: { entry: ProcessEntry }) {
  return (
    <>
      <Text size="sm">{refusal === null ? 'Taken' : (refusals[refusal] ?? `None: ${refusal}`)}</Text>
      {refusedAt === null ? null : (
        <Text size="xs" c="dimmed">
          {`${formatNumber(refusedCalls)} refused, the last `}
          <TimeText at={refusedAt} />
        </Text>
      )}
    </>
  );
}

const columns: Column<ProcessEntry>[] = [
  { id: 'roles', title: 'Roles', cell: ({ roles }) => roles.join(', ') },
  { id: 'version', title: 'Version', width: 110, cell: ({ version }) => version ?? 'Unknown' },
  {
    id: 'state',
    title: 'State',
    width: 120,
    cell: ({ state }) => <StatusBadge status={state} tone={state === 'lost' ? 'bad' : 'good'} />,
  },
  {
    id: 'calls',
    title: 'New calls',
    cell: (entry) => (takesCalls(entry) ? <NewCalls entry={entry} /> : null),
  },
  { id: 'process', title: 'Process', hiddenBelow: 'sm', cell: ({ processId }) => processId },
  {
    id: 'since',
    title: 'Since',
    width: 190,
    align: 'right',
    cell: ({ startedAt }) => formatInstant(startedAt),
  },
];
