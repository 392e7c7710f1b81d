import { Text, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatInstant, formatRelative } from './format.ts';

const tickMs = 15_000;
const listeners = new Set<() => void>();
setInterval(() => {
  for (const listener of listeners) listener();
}, tickMs);

/** The time as it is now, renewed every 15 s for everything on the page at once. */
export function useNowMs(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const listener = () => setNowMs(Date.now());
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return nowMs;
}

/** An instant: how long ago in the text, the exact time beside the pointer and for who asks the element. Null is a dash. */
export function TimeText({ at }: { at: string | null | undefined }) {
  const nowMs = useNowMs();
  if (!at)
    return (
      <Text span inherit c="dimmed">
        —
      </Text>
    );
  return (
    <Tooltip label={formatInstant(at)} withArrow>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {formatRelative(Date.parse(at), nowMs)}
      </time>
    </Tooltip>
  );
}
