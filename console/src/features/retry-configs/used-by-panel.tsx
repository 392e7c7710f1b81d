import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { AppLink, ErrorState, Panel, StatusBadge } from '../../ui/index.ts';

/** The newest campaigns that go by a configuration, as far as their newest calls tell: each call says its own. */
export function UsedByPanel({ callRetryConfigId }: { callRetryConfigId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['retry-configs', 'campaigns', callRetryConfigId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/retry-configs/{callRetryConfigId}/campaigns', {
          ...{ params: { path: { callRetryConfigId } }, signal },
        }),
      ),
  });
  return (
    <Panel
      title="Used by campaigns"
      description="Of the newest 200 that are under way, as far as the newest 100 calls of each tell: every call says its own."
    >
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={44} aria-busy="true" /> : null}
      {data?.campaigns.length === 0 ? (
        <Text size="sm" c="dimmed">
          No campaign that is looked at. Choose these retries where calls are queued or imported.
        </Text>
      ) : null}
      <ul className="plain-list">
        {data?.campaigns.map(({ campaignId, name, status }) => (
          <li key={campaignId} className="used-by">
            <AppLink to="/campaigns/$campaignId" params={{ campaignId }}>
              {name}
            </AppLink>
            <StatusBadge status={status} tone={status === 'running' ? 'good' : 'waiting'} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
