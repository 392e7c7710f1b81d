import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { EmptyState, formatDuration, formatNumber, Panel } from '../../ui/index.ts';

const hourMs = 3_600_000;
const shown = [
  ['waited', 'Callers waited'],
  ['added', 'of it ours'],
  ['provider', 'of it providers'],
] as const;

/** How long callers waited for an answer in the last hour. */
export function LatencyHour() {
  const { data } = useQuery({
    queryKey: ['overview', 'latency'],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - hourMs).toISOString();
      return read(api.GET('/api/analytics/latency', { params: { query: { from } }, signal }));
    },
    refetchInterval: 60_000,
  });
  return (
    <Panel
      title="Latency, last hour"
      aside={
        data ? (
          <Text size="xs" c="dimmed">
            {formatNumber(data.turns)} turns
          </Text>
        ) : null
      }
    >
      {!data ? <Skeleton height={124} /> : null}
      {data?.turns === 0 ? (
        <EmptyState title="No turns in the last hour">
          From the caller’s last sound to the agent’s first, measured on the line.
        </EmptyState>
      ) : null}
      {data && data.turns > 0 ? (
        <table className="latency-table">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">p50</th>
              <th scope="col">p95</th>
              <th scope="col">p99</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(([part, words]) => (
              <tr key={part}>
                <th scope="row">{words}</th>
                {([data.parts[part].p50Ms, data.parts[part].p95Ms, data.parts[part].p99Ms] as const).map(
                  (ms, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: always the same three
                    <td key={index}>{ms === null ? '—' : formatDuration(ms)}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Panel>
  );
}
