import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatCount, toastDone, toastFailure } from '../../ui/index.ts';
import type { EntryFilter } from './entry-filter.ts';
import { exportEntries } from './export-entries.ts';

/** Saves the filtered log as a file, whatever its length. */
export function ExportButton({ filter }: { filter: EntryFilter }) {
  const [taken, setTaken] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const start = async () => {
    const abort = new AbortController();
    running.current = abort;
    setTaken(0);
    let count = 0;
    try {
      const file = await exportEntries(filter, abort.signal, (soFar) => {
        count = soFar;
        setTaken(soFar);
      });
      save(file, `audit-log-${new Date().toISOString().slice(0, 10)}.ndjson`);
      toastDone(`${formatCount(count, 'entry was', 'entries were')} exported.`);
    } catch (error) {
      if (!abort.signal.aborted) toastFailure(error);
    } finally {
      setTaken(null);
    }
  };
  if (taken === null)
    return (
      <Button variant="default" onClick={() => void start()}>
        Export as NDJSON
      </Button>
    );
  return (
    <Group gap="xs">
      <Text size="sm" role="status" className="tabular">
        {formatCount(taken, 'entry', 'entries')} read
      </Text>
      <Button variant="default" onClick={() => running.current?.abort()}>
        Cancel export
      </Button>
    </Group>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun by then, and keeps its data.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
