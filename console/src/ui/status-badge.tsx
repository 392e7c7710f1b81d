import { Badge } from '@mantine/core';
import { formatLabel } from './format.ts';
import type { Tone } from './tone.ts';
import { ToneMark, toneColors } from './tone-mark.tsx';

/** A status in one word, with the mark of its tone. `pulse` marks what is in progress. */
export function StatusBadge({
  status,
  tone,
  pulse = false,
}: {
  status: string;
  tone: Tone;
  pulse?: boolean;
}) {
  const mark = <ToneMark tone={tone} pulse={pulse} />;
  return (
    <Badge
      variant="light"
      color={toneColors[tone]}
      leftSection={mark}
      className="status-badge"
      data-tone={tone}
    >
      {formatLabel(status)}
    </Badge>
  );
}
