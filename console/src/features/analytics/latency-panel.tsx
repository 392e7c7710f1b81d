import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/schema.ts';
import { AppLink, EmptyState, ErrorState, formatCount, formatDuration, Panel } from '../../ui/index.ts';
import { callsOfResponses, type Narrowing } from './links.ts';
import { latencyQuery } from './queries.ts';
import type { DateRange } from './range.ts';

const shown = [
  ['waited', 'Response time'],
  ['added', 'Parley'],
  ['provider', 'Providers'],
  ['model', 'Model'],
  ['voice', 'Voice'],
] as const;
const percentiles = [
  ['p50Ms', 'p50'],
  ['p90Ms', 'p90'],
  ['p95Ms', 'p95'],
  ['p99Ms', 'p99'],
] as const;

interface LatencyPanelProps {
  name: string;
  range: DateRange;
  narrowing: Narrowing;
}

/** How long callers waited for the agent, in percentiles. */
export function LatencyPanel({ name, range, narrowing }: LatencyPanelProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(latencyQuery(name, range, narrowing));
  return (
    <Panel
      title="Response time"
      description="Within the last 31 days of the range. A response time leads to the calls with a response at least as slow, another figure to all conversations."
    >
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={150} aria-busy="true" /> : null}
      {data?.turns === 0 ? (
        <EmptyState title="No agent responses in this range">
          Response time is measured in every conversation, from the end of the caller’s speech to the start of
          the agent’s.
        </EmptyState>
      ) : null}
      {data && data.turns > 0 ? (
        <div className="analytics" data-old={isPlaceholderData || undefined}>
          <Text size="sm" mb="xs">
            <AppLink to="/calls" search={callsOfResponses(data, narrowing)}>
              {formatCount(data.turns, 'response')} in{' '}
              {data.isWhole
                ? formatCount(data.calls, 'call')
                : `the latest ${formatCount(data.calls, 'call')} of this list`}
            </AppLink>
          </Text>
          <PercentilesTable data={data} narrowing={narrowing} />
        </div>
      ) : null}
    </Panel>
  );
}

interface PercentilesTableProps {
  data: Schema<'LatencyAnalytics'>;
  narrowing: Narrowing;
}

function PercentilesTable({ data, narrowing }: PercentilesTableProps) {
  return (
    <section
      className="analytics-table"
      aria-label="Response time in percentiles"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Part</th>
            {percentiles.map(([id, title]) => (
              <th key={id} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(([part, title]) => (
            <tr key={part}>
              <th scope="row">{title}</th>
              {percentiles.map(([id]) => {
                const ms = data.parts[part][id];
                if (ms === null) return <td key={id}>—</td>;
                return (
                  <td key={id}>
                    <AppLink
                      to="/calls"
                      search={callsOfResponses(data, narrowing, part === 'waited' ? ms : undefined)}
                    >
                      {formatDuration(ms)}
                    </AppLink>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
