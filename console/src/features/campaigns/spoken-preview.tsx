import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { ErrorState, formatCount } from '../../ui/index.ts';
import type { ReadRow } from '../imports/index.ts';

/** Shows how the calls of the first rows begin, and which variables they lack. */
export function SpokenPreview({ agentId, rows }: { agentId: string; rows: readonly ReadRow[] }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['agents', 'previews', agentId, rows],
    queryFn: ({ signal }) => Promise.all(rows.map((row) => previewOf(agentId, row, signal))),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (rows.length === 0) return null;
  if (!isOpen)
    return (
      <Button variant="default" size="xs" onClick={() => setOpen(true)} style={{ alignSelf: 'flex-start' }}>
        {rows.length === 1 ? 'Preview the call' : `Preview the first ${rows.length} calls`}
      </Button>
    );
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton height={24 * rows.length} aria-busy="true" />;
  const calls = data.map((begin, place) => ({ ...begin, phoneNumber: rows[place]!.phoneNumber }));
  const alike = Map.groupBy(calls, ({ opening, missing }) => JSON.stringify([opening, missing]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls by keys
    <ol className="spoken-preview" tabIndex={0} aria-label="How the first calls begin">
      {[...alike].map(([begin, calls]) => (
        <li key={begin}>
          <NumbersOf calls={calls} />
          <Beginning {...calls[0]!} />
        </li>
      ))}
    </ol>
  );
}

type Call = Schema<'AgentPreview'> & { phoneNumber: string | undefined };

/** The number of one call, or of the first of several that begin alike. */
function NumbersOf({ calls: [first, ...others] }: { calls: readonly Call[] }) {
  return (
    <span className="tabular">
      {first?.phoneNumber || 'No phone number'}
      {others.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          and {formatCount(others.length, 'other')}
        </Text>
      )}
    </span>
  );
}

function Beginning({ opening, missing }: Call) {
  return missing.length > 0 ? (
    <Text span size="sm" c="var(--mantine-color-error)">
      Missing: {missing.join(', ')}
    </Text>
  ) : (
    <Text span size="sm">
      {opening ?? 'The model finds the first words, or the customer speaks first.'}
    </Text>
  );
}

function previewOf(agentId: string, row: ReadRow, signal: AbortSignal) {
  const given = Object.entries(row).flatMap(([target, value]): [string, string][] =>
    target.startsWith('variables.') && value !== '' ? [[target.slice('variables.'.length), value]] : [],
  );
  // The preview takes only names that a template can use.
  const variables = Object.fromEntries(given.filter(([name]) => /^[A-Za-z_]\w{0,63}$/.test(name)));
  const body = { direction: 'outbound' as const, variables, draft: false };
  return read(api.POST('/api/agents/{agentId}/preview', { params: { path: { agentId } }, body, signal }));
}
