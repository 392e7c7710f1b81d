import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  AppLink,
  Elapsed,
  EmptyState,
  formatCount,
  formatNumber,
  Panel,
  StatusBadge,
} from '../../ui/index.ts';
import { liveCallsQuery, liveStatuses } from './queries.ts';

/** Calls in progress, each with its latest words. */
export function LiveCalls() {
  const { data } = useQuery(liveCallsQuery);
  return (
    <Panel
      title="Live calls"
      aside={
        data ? (
          <Text size="sm" className="tabular">
            <AppLink
              to="/calls"
              search={{ status: liveStatuses.join(',') }}
              aria-label={formatCount(data.length, 'live call')}
            >
              {formatNumber(data.length)}
            </AppLink>
          </Text>
        ) : null
      }
    >
      {!data ? <Skeleton height={132} /> : null}
      {data?.length === 0 ? (
        <EmptyState title="No live calls">
          Calls appear here while they ring and while they are in progress.
        </EmptyState>
      ) : null}
      <ul className="live-list">
        {data?.map(({ callId, customerNumber, status, startedAt, transcript }) => (
          <li key={callId} className="live-call">
            <Link to="/calls/$callId" params={{ callId }} className="row-link">
              {customerNumber}
            </Link>
            <StatusBadge status={status} tone="busy" pulse />
            <Text size="sm" c="dimmed" truncate flex={1} miw={0}>
              {transcript.at(-1)?.message ?? ''}
            </Text>
            <Text size="sm" c="dimmed">
              <Elapsed since={startedAt} />
            </Text>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
