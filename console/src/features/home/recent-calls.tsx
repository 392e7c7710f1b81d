import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AppLink, EmptyState, Panel, StatusBadge, TimeText } from '../../ui/index.ts';
import { outcomeOf } from '../calls/index.ts';
import { recentCallsQuery } from './queries.ts';

/** The newest calls with their outcomes. */
export function RecentCalls() {
  const { data } = useQuery(recentCallsQuery);
  return (
    <Panel
      title="Recent calls"
      aside={
        <AppLink to="/calls" className="app-link">
          All calls
        </AppLink>
      }
    >
      {!data ? <Skeleton height={280} /> : null}
      {data?.calls.length === 0 ? (
        <EmptyState title="No calls yet" action={<AppLink to="/agents">Go to agents</AppLink>}>
          Telephone calls appear here as soon as an agent makes or answers one. Calls from your browser are on
          the page of their agent.
        </EmptyState>
      ) : null}
      <ul className="live-list">
        {data?.calls.map((call) => {
          const { word, tone, pulse } = outcomeOf(call);
          return (
            <li key={call.callId} className="live-call">
              <Link to="/calls/$callId" params={{ callId: call.callId }} className="row-link">
                {call.customerNumber}
              </Link>
              <StatusBadge status={word} tone={tone} pulse={pulse} />
              <Text size="sm" c="dimmed" truncate flex={1} miw={0} visibleFrom="xs">
                {call.summary ?? call.campaignName ?? ''}
              </Text>
              <Text size="sm" c="dimmed" ml="auto">
                <TimeText at={call.createdAt} />
              </Text>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
