import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schema } from '../../api/index.ts';
import { formatCount, formatDuration, formatNumber } from '../../ui/index.ts';
import { conversationsOf } from './latency-hour.tsx';
import { liveStatuses } from './queries.ts';

/** The four main figures. */
export function Figures({ overview }: { overview: Schema<'Overview'> | undefined }) {
  if (!overview) return <Skeleton height={92} />;
  const { live, queue, today, latency } = overview;
  const ended = Object.values(today.byOutcome).reduce((sum, calls) => sum + calls, 0);
  const p95 = latency.waited.p95Ms;
  const due = `${formatNumber(queue.due)}${queue.isWhole ? '' : ' or more'} due now`;
  const slow = { ...conversationsOf(latency), responseGte: String((p95 ?? 0) / 1000) };
  const figures = [
    ['Live calls', formatNumber(live.calls), 'including ringing', { status: liveStatuses.join(',') }],
    ['Queued', formatNumber(queue.waiting), due, { status: 'queued' }],
    ['Ended today', formatNumber(ended), 'all outcomes', { status: 'ended,canceled', ended: 'today' }],
    [
      'Response time',
      p95 === null ? '—' : formatDuration(p95),
      p95 === null ? 'last hour' : `p95 of ${formatCount(latency.turns, 'response')}, last hour`,
      p95 === null ? null : slow,
    ],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      {figures.map(([name, value, about, calls]) => (
        <Paper key={name} withBorder px="md" py="sm" pos="relative">
          <Text size="sm" c="dimmed">
            {calls ? (
              <Link to="/calls" search={calls} className="row-link">
                {name}
              </Link>
            ) : (
              name
            )}
          </Text>
          <Text fz="1.375rem" fw={600} lh={1.3} className="tabular">
            {value}
          </Text>
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
