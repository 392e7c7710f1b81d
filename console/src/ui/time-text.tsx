import { Text, Tooltip } from '@mantine/core';
import { useTicking } from './clock.ts';
import { formatInstant, formatRelative } from './format.ts';

/** A time as "3 min ago", with the exact time in a tooltip. Null is shown as a dash. */
export function TimeText({ at }: { at: string | null | undefined }) {
  const text = useTicking((nowMs) => (at ? relativeText(Date.parse(at), nowMs) : '—'));
  if (!at)
    return (
      <Text span inherit c="dimmed">
        {text}
      </Text>
    );
  return (
    <Tooltip label={formatInstant(at)} withArrow>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {text}
      </time>
    </Tooltip>
  );
}

/** Returns a time relative to the last tick. An event after that tick is not in the future. */
function relativeText(atMs: number, nowMs: number): string {
  return formatRelative(atMs, Math.max(nowMs, Math.min(atMs, Date.now())));
}
