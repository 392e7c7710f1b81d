import { Text, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatInstant, formatRelative } from './format.ts';

const tickMs = 15_000;
const listeners = new Set<() => void>();
setInterval(() => {
  for (const listener of listeners) listener();
}, tickMs);

/** Returns the current time, updated every 15 s for the whole page at once. */
export function useNowMs(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const listener = () => setNowMs(Date.now());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return nowMs;
}

/** A time as "3 min ago", with the exact time in a tooltip. Null is shown as a dash. */
export function TimeText({ at }: { at: string | null | undefined }) {
  const nowMs = useNowMs();
  if (!at)
    return (
      <Text span inherit c="dimmed">
        —
      </Text>
    );
  const atMs = Date.parse(at);
  // An event after the last update is not in the future.
  const sinceMs = Math.max(nowMs, Math.min(atMs, Date.now()));
  return (
    <Tooltip label={formatInstant(at)} withArrow>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {formatRelative(atMs, sinceMs)}
      </time>
    </Tooltip>
  );
}
