import { Badge } from '@mantine/core';
import { formatWord } from './format.ts';

/** What a status means to who looks at it: its colour, beside the word that always stands there too. */
export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'neutral';

const colors: Record<Tone, string> = {
  good: 'teal',
  busy: 'parley',
  waiting: 'yellow',
  bad: 'red',
  neutral: 'gray',
};

/** One word about how something stands. `pulse` for what goes on at this moment. */
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
      {formatWord(status)}
    </Badge>
  );
}
