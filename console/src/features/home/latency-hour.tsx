import { Skeleton, Text } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { AppLink, EmptyState, formatCount, formatDuration, Panel } from '../../ui/index.ts';

const shown = [
  ['waited', 'Response time'],
  ['added', 'Parley'],
  ['provider', 'Providers'],
] as const;

/** Returns the filters of the list with the conversations of the last hour. */
export function conversationsOf({ from }: { from: string }): Record<string, string> {
  return { status: 'ended,canceled', hasConversation: 'true', from };
}

/** The response times of the last hour. */
export function LatencyHour({ latency: data }: { latency: Schema<'Overview'>['latency'] | undefined }) {
  return (
    <Panel
      title="Response time, last hour"
      aside={
        data ? (
          <Text size="xs">
            <AppLink to="/calls" search={conversationsOf(data)}>
              {formatCount(data.turns, 'response')} in {formatCount(data.calls, 'call')}
            </AppLink>
          </Text>
        ) : null
      }
    >
      {!data ? <Skeleton height={124} /> : null}
      {data?.turns === 0 ? (
        <EmptyState title="No agent responses in the last hour">
          From the end of the caller’s speech to the start of the agent’s, measured on the line.
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
            {shown.map(([part, label]) => (
              <tr key={part}>
                <th scope="row">{label}</th>
                {([data[part].p50Ms, data[part].p95Ms, data[part].p99Ms] as const).map((ms, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: always the same three columns
                  <td key={index}>
                    {ms === null ? (
                      '—'
                    ) : (
                      <AppLink
                        to="/calls"
                        search={{
                          ...conversationsOf(data),
                          ...(part === 'waited' ? { responseGte: String(ms / 1000) } : {}),
                        }}
                      >
                        {formatDuration(ms)}
                      </AppLink>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </Panel>
  );
}
