import './campaigns.css';
import { Grid, Skeleton, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, read, useCan } from '../../api/index.ts';
import { AppLink, Page, TimeText, UnloadedPage } from '../../ui/index.ts';
import { CircuitFacts } from '../circuits/index.ts';
import { ImportsPanel } from '../imports/index.ts';
import { NameOf } from '../picks/index.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignCalls } from './campaign-calls.tsx';
import { CampaignFacts } from './campaign-facts.tsx';
import type { CampaignDetail } from './campaign-state.ts';
import { DialingPanel } from './dialing-panel.tsx';
import { ForecastPanel } from './forecast-panel.tsx';
import { HoldNote } from './hold-note.tsx';
import { ImportCallsButton } from './import-calls.tsx';
import { OverTimePanel } from './over-time-panel.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { campaignQuery, importsOf } from './queries.ts';
import { StateBadge } from './state-badge.tsx';

const route = getRouteApi('/frame/campaigns/$campaignId');
const back = (
  <AppLink to="/campaigns" className="app-link back">
    Campaigns
  </AppLink>
);

/** One campaign: progress, forecast and actions. */
export function CampaignPage() {
  const { campaignId } = route.useParams();
  const { data, error, refetch } = useQuery(campaignQuery(campaignId));
  if (data) return <LoadedCampaign campaign={data} />;
  return (
    <UnloadedPage
      title="Campaign"
      id={campaignId}
      back={back}
      skeleton={<CampaignSkeleton />}
      {...{ error, refetch }}
    />
  );
}

function LoadedCampaign({ campaign }: { campaign: CampaignDetail }) {
  const { campaignId, name, status, agentId, createdAt } = campaign;
  const mayWrite = useCan('campaigns:write');
  return (
    <Page
      title={name}
      back={back}
      beside={<StateBadge campaign={campaign} />}
      description={
        <>
          <NameOf kind="agents" id={agentId} /> · created <TimeText at={createdAt} />
        </>
      }
      actions={<CampaignActions campaign={campaign} />}
    >
      <HoldNote campaign={campaign} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <ProgressPanel campaign={campaign} />
            <OverTimePanel campaignId={campaignId} />
            <CampaignCalls campaign={campaign} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <CampaignFacts campaign={campaign} />
            <DialingPanel campaign={campaign} />
            <ForecastPanel campaign={campaign} />
            <CircuitPanel campaign={campaign} />
            <ImportsPanel
              {...importsOf(campaignId)}
              mayWrite={mayWrite}
              description="Queue calls from Excel or CSV files."
              action={mayWrite && status !== 'ended' ? <ImportCallsButton campaign={campaign} /> : null}
            />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** Shows whether calls are held because too many attempts failed. */
function CircuitPanel({ campaign: { campaignId, circuit } }: { campaign: CampaignDetail }) {
  const mayReset = useCan('campaigns:write');
  const client = useQueryClient();
  const reset = async () => {
    const params = { path: { campaignId } };
    await read(api.POST('/api/campaigns/{campaignId}/circuit/reset', { params }));
    await client.invalidateQueries({ queryKey: ['campaigns'] });
  };
  return <CircuitFacts circuit={circuit} onReset={mayReset ? reset : null} />;
}

function CampaignSkeleton() {
  return (
    <Grid gap="md" aria-busy="true">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Skeleton height={230} mb="md" />
        <Skeleton height={260} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Skeleton height={180} mb="md" />
        <Skeleton height={140} />
      </Grid.Col>
    </Grid>
  );
}
