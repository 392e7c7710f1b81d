import { Text } from '@mantine/core';
import { formatDuration } from './format.ts';

/** A duration; null is shown as a dash. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  if (ms === null || ms === undefined)
    return (
      <Text span inherit c="dimmed">
        —
      </Text>
    );
  return <span className="tabular">{formatDuration(ms)}</span>;
}
