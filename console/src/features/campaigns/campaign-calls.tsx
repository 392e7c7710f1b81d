import { Group, Title } from '@mantine/core';
import { api, read, type Schema, usePages } from '../../api/index.ts';
import { AppLink, DataTable, EmptyState, formatNumber } from '../../ui/index.ts';
import { callColumns } from '../calls/index.ts';
import type { CampaignDetail } from './campaign-state.ts';

const pageSize = 10;
const shown = new Set(['customer', 'outcome', 'talked', 'created']);

/**
 * The newest calls of a campaign: live ones, then ended ones, with links to all of them. Queued calls are shown while there are
 * no others.
 */
export function CampaignCalls({ campaign: { campaignId, counts } }: { campaign: CampaignDetail }) {
  const { queued = 0, canceled: _, ended = 0, ...live } = counts.byStatus as Record<string, number>;
  const isLive = Object.values(live).some((calls) => calls > 0);
  const hasCalled = isLive || ended > 0;
  const first = useCallsOf(campaignId, hasCalled ? ['ringing', 'in-progress', 'forwarding'] : []);
  const rest = useCallsOf(campaignId, hasCalled ? ['ended'] : null);
  // A call that ended between the two answers is in both.
  const rows = [...new Map([...first.rows, ...rest.rows].map((call) => [call.callId, call])).values()];
  const pages = hasCalled ? { ...rest, rows } : first;
  return (
    <section aria-labelledby="campaign-calls">
      <div className="campaign-calls-head">
        <Title order={2} id="campaign-calls" className="panel-title">
          Calls
        </Title>
        <Group gap="md">
          {hasCalled && queued > 0 ? (
            <AppLink to="/calls" search={{ campaignId, status: 'queued' }}>
              {formatNumber(queued)} queued
            </AppLink>
          ) : null}
          <AppLink to="/calls" search={{ campaignId }}>
            View all calls
          </AppLink>
        </Group>
      </div>
      <DataTable
        label="Calls of the campaign"
        columns={callColumns.filter(({ id }) => shown.has(id))}
        pages={pages}
        rowKey={({ callId }) => callId}
        skeletonRows={pageSize}
        empty={
          <EmptyState title="No calls yet">
            Import an Excel or CSV file, or queue calls with the API.
          </EmptyState>
        }
      />
    </section>
  );
}

/** Reads calls of some statuses, newest first: all for an empty list, none for null. */
function useCallsOf(campaignId: string, status: Schema<'Call'>['status'][] | null) {
  return usePages({
    queryKey: ['calls', 'of-campaign', campaignId, status],
    fetchPage: (pageToken, signal) => {
      const query = { pageSize, pageToken, ...(status && status.length > 0 ? { status } : {}) };
      const params = { path: { campaignId }, query };
      return read(api.GET('/api/campaigns/{campaignId}/calls', { params, signal }));
    },
    rowsOf: ({ calls }) => calls,
    isEnabled: status !== null,
  });
}
