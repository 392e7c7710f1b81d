import { Badge } from '@mantine/core';
import { formatLabel } from './format.ts';
import type { Tone } from './tone.ts';

const colors: Record<Tone, string> = {
  good: 'teal',
  busy: 'parley',
  waiting: 'yellow',
  bad: 'red',
  neutral: 'gray',
};

/** A status in one word. `pulse` marks what is in progress. */
export function StatusBadge({
  status,
  tone,
  pulse = false,
}: {
  status: string;
  tone: Tone;
  pulse?: boolean;
}) {
  const dot = <span className="status-dot" data-pulse={pulse || undefined} aria-hidden="true" />;
  return (
    <Badge variant="light" color={colors[tone]} leftSection={dot} className="status-badge" data-tone={tone}>
      {formatLabel(status)}
    </Badge>
  );
}
