import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Schema } from '../../api/index.ts';
import { followStream } from '../../api/index.ts';

type Entry = Schema<'Call'>['transcript'][number];

const speakers: Partial<Record<Entry['role'], string>> = { bot: 'Agent', user: 'Customer', agent: 'Member' };

/** What was said on the call so far, as it comes. */
export function TranscriptSoFar({ callId }: { callId: string }) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    setEntries([]);
    return followStream({
      url: () => `/api/calls/${callId}/live`,
      on: {
        entry: ({ index, entry }: { index: number; entry: Entry }) =>
          setEntries((before) => [...before.slice(0, index), entry, ...before.slice(index + 1)]),
        removed: ({ from }: { from: number }) => setEntries((before) => before.slice(0, from)),
      },
      last: 'end',
      onState: () => undefined,
    });
  }, [callId]);
  const said = entries.filter(({ role, message }) => speakers[role] !== undefined && message !== '');
  if (said.length === 0)
    return (
      <Text size="sm" c="dimmed" mt="sm">
        Nothing was said yet.
      </Text>
    );
  return (
    <ol className="said-so-far" aria-label="Transcript so far">
      {said.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
        <li key={index}>
          <strong>{entry.role === 'agent' && entry.name ? entry.name : speakers[entry.role]}</strong>{' '}
          {entry.message}
        </li>
      ))}
    </ol>
  );
}
