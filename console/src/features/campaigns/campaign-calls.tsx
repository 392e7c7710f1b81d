import { Title } from '@mantine/core';
import { api, read, usePages } from '../../api/index.ts';
import { AppLink, DataTable, EmptyState } from '../../ui/index.ts';
import { callColumns } from '../calls/index.ts';

const pageSize = 10;
const shown = new Set(['customer', 'outcome', 'talked', 'created']);

/** The newest calls of a campaign, with a link to all of them. */
export function CampaignCalls({ campaignId }: { campaignId: string }) {
  const pages = usePages({
    queryKey: ['calls', 'of-campaign', campaignId],
    fetchPage: (pageToken, signal) => {
      const params = { path: { campaignId }, query: { pageSize, pageToken } };
      return read(api.GET('/api/campaigns/{campaignId}/calls', { params, signal }));
    },
    rowsOf: ({ calls }) => calls,
  });
  return (
    <section aria-labelledby="campaign-calls">
      <div className="campaign-calls-head">
        <Title order={2} id="campaign-calls" className="panel-title">
          Calls
        </Title>
        <AppLink to="/calls" search={{ campaignId }}>
          View all calls
        </AppLink>
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
