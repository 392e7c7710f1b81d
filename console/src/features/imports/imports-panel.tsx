import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Schema, send } from '../../api/index.ts';
import { ConfirmItem, ErrorState, formatNumber, MoreMenu, Panel, TimeText } from '../../ui/index.ts';

type Import = Schema<'Import'>;

const runningRefreshMs = 1_000;

/** Where a list of imports is read. */
export interface ImportsPlace {
  /** The API's path of the list, such as `/api/suppressions/imports`. */
  path: string;
  queryKey: readonly [string, ...string[]];
}

interface ImportsPanelProps extends ImportsPlace {
  mayWrite: boolean;
  description: string;
  /** Opens the form of a new import. */
  action: ReactNode;
}

/** Reads the latest imports, each second while one is running. */
export function useImports({ path, queryKey }: ImportsPlace, enabled = true) {
  return useQuery({
    enabled,
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await send(`${path}?pageSize=5`, { signal });
      return ((await answer.json()) as Schema<'ImportPage'>).imports;
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running') ? runningRefreshMs : false,
  });
}

/** Lists imports with their progress and refused rows. */
export function ImportsPanel({ path, queryKey, mayWrite, description, action }: ImportsPanelProps) {
  const { data, error, refetch } = useImports({ path, queryKey });
  return (
    <Panel title="Imports" description={description} aside={action}>
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          No imports in the last 30 days.
        </Text>
      ) : null}
      <Stack gap="md">
        {data?.map((one) => (
          <ImportRow key={one.importId} one={one} path={path} queryKey={queryKey} mayWrite={mayWrite} />
        ))}
      </Stack>
    </Panel>
  );
}

function ImportRow({
  one,
  path,
  queryKey,
  mayWrite,
}: { one: Import } & Pick<ImportsPanelProps, 'path' | 'queryKey' | 'mayWrite'>) {
  const { importId, status, rowsRead, rowsAccepted, rowsRefused } = one;
  const percent = (rows: number) => (rowsRead === 0 ? 0 : (rows / rowsRead) * 100);
  const cancel = () => send(`${path}/${importId}/cancel`, { method: 'POST' });
  const label = { running: 'Running', completed: 'Completed', canceled: 'Canceled' }[status];
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">
          {label} · <TimeText at={one.createdAt} />
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {formatNumber(rowsAccepted)} of {formatNumber(rowsRead)} imported, {formatNumber(rowsRefused)}{' '}
          rejected
        </Text>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section value={percent(rowsAccepted)} color="teal.7" aria-label="Imported rows" />
        <Progress.Section value={percent(rowsRefused)} color="red.7" aria-label="Rejected rows" />
      </Progress.Root>
      <Group gap="xs" mt={rowsRefused > 0 || status === 'running' ? 6 : 0}>
        {rowsRefused > 0 ? (
          <Button
            component="a"
            href={`${path}/${importId}/refused`}
            download={`refused-${importId}.csv`}
            size="xs"
            variant="default"
          >
            Download rejected rows
          </Button>
        ) : null}
        {status === 'running' && mayWrite ? (
          <MoreMenu label="More actions for the import" isSmall>
            <ConfirmItem
              isDestructive
              consequence="Imported rows stay; the remaining rows are skipped. This cannot be undone."
              onConfirm={cancel}
              refreshes={queryKey}
              done="The import was canceled."
            >
              Cancel import
            </ConfirmItem>
          </MoreMenu>
        ) : null}
      </Group>
    </div>
  );
}
