import './campaigns.css';
import { Grid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCan } from '../../api/index.ts';
import { AppLink, ErrorState, Page, StatusBadge, TimeText } from '../../ui/index.ts';
import { ImportsPanel } from '../imports/index.ts';
import { NameOf } from '../picks/index.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignCalls } from './campaign-calls.tsx';
import { CampaignFacts } from './campaign-facts.tsx';
import { type CampaignDetail, statusTones } from './campaign-words.ts';
import { CircuitPanel } from './circuit-panel.tsx';
import { ForecastPanel } from './forecast-panel.tsx';
import { ImportCallsButton } from './import-calls.tsx';
import { OverTimePanel } from './over-time-panel.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { campaignQuery } from './queries.ts';

const route = getRouteApi('/frame/campaigns/$campaignId');
const back = (
  <AppLink to="/campaigns" className="app-link back">
    Campaigns
  </AppLink>
);

/** One campaign: how far it is, when it will be done, and what can be done about it. */
export function CampaignPage() {
  const { campaignId } = route.useParams();
  const { data, error, refetch } = useQuery(campaignQuery(campaignId));
  if (data) return <LoadedCampaign campaign={data} />;
  return (
    <Page title="Campaign" back={back} description={campaignId}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <CampaignSkeleton />}
    </Page>
  );
}

function LoadedCampaign({ campaign }: { campaign: CampaignDetail }) {
  const { campaignId, name, status, agentId, createdAt } = campaign;
  const mayWrite = useCan('campaigns:write');
  return (
    <Page
      title={name}
      back={back}
      beside={<StatusBadge status={status} tone={statusTones[status]} />}
      description={
        <>
          <NameOf kind="agents" id={agentId} /> · started <TimeText at={createdAt} />
        </>
      }
      actions={<CampaignActions campaign={campaign} />}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <ProgressPanel campaign={campaign} />
            <OverTimePanel campaignId={campaignId} />
            <CampaignCalls campaignId={campaignId} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <CampaignFacts campaign={campaign} />
            <ForecastPanel campaign={campaign} />
            <CircuitPanel campaign={campaign} />
            <ImportsPanel
              path={`/api/campaigns/${campaignId}/imports`}
              queryKey={['campaigns', 'imports', campaignId]}
              mayWrite={mayWrite}
              description="Queue calls from CSV files."
              action={mayWrite && status !== 'ended' ? <ImportCallsButton campaignId={campaignId} /> : null}
            />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
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
