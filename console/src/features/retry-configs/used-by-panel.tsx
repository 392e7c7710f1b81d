import { Button, Skeleton, Text } from '@mantine/core';
import { api, read, usePages } from '../../api/index.ts';
import { AppLink, ErrorState, Panel, StatusBadge } from '../../ui/index.ts';

const pageSize = 20;

/** The running campaigns that use a configuration. Each call states its own. */
export function UsedByPanel({ callRetryConfigId }: { callRetryConfigId: string }) {
  const { rows, isPending, error, refetch, hasMore, isLoadingMore, moreError, loadMore } = usePages({
    queryKey: ['retry-configs', 'campaigns', callRetryConfigId],
    fetchPage: (pageToken, signal) => {
      const params = { path: { callRetryConfigId }, query: { pageSize, pageToken } };
      return read(api.GET('/api/retry-configs/{callRetryConfigId}/campaigns', { params, signal }));
    },
    rowsOf: ({ campaigns }) => campaigns,
  });
  return (
    <Panel
      title="Used by campaigns"
      description="Active campaigns with a call that uses this retry configuration."
    >
      {error ? <ErrorState error={error} retry={refetch} /> : null}
      {isPending && !error ? <Skeleton height={44} aria-busy="true" /> : null}
      {!isPending && !error && rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No campaign. Choose this retry configuration when you queue or import calls.
        </Text>
      ) : null}
      <ul className="plain-list">
        {rows.map(({ campaignId, name, status }) => (
          <li key={campaignId} className="used-by">
            <AppLink to="/campaigns/$campaignId" params={{ campaignId }}>
              {name}
            </AppLink>
            <StatusBadge status={status} tone={status === 'running' ? 'good' : 'waiting'} />
          </li>
        ))}
      </ul>
      {moreError ? <ErrorState error={moreError} /> : null}
      {hasMore ? (
        <Button variant="default" size="xs" onClick={loadMore} loading={isLoadingMore} mt="sm">
          Load more
        </Button>
      ) : null}
    </Panel>
  );
}
