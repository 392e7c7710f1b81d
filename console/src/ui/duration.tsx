import { Text } from '@mantine/core';
import { useTicking } from './clock.ts';
import { formatDuration, formatElapsed } from './format.ts';

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

interface ElapsedProps {
  /** When it began; null is shown as a dash. */
  since: string | number | null;
  /** When it ended; null while it lasts, and then the text ticks each second. */
  until?: string | null;
}

/** How long something took, or takes so far. */
export function Elapsed({ since, until = null }: ElapsedProps) {
  const text = useTicking((nowMs) => {
    if (since === null) return '—';
    const sinceMs = msOf(since);
    if (until !== null) return formatDuration(Math.max(0, msOf(until) - sinceMs));
    return formatElapsed(nowMs - sinceMs);
  });
  return <span className="tabular">{text}</span>;
}

function msOf(instant: string | number): number {
  return typeof instant === 'number' ? instant : Date.parse(instant);
}
