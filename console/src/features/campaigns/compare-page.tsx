import './campaigns.css';
import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AppLink, EmptyState, ErrorState, Page, Panel } from '../../ui/index.ts';
import { Choices } from '../picks/index.ts';
import { CompareHours } from './compare-hours.tsx';
import { CompareOutcomes } from './compare-outcomes.tsx';
import { CompareTable } from './compare-table.tsx';
import { type Comparison, sentenceOf } from './comparison.ts';
import { comparisonQuery } from './queries.ts';

const route = getRouteApi('/frame/campaigns/compare');
const campaignsMax = 5;
const back = (
  <AppLink to="/campaigns" className="app-link back">
    Campaigns
  </AppLink>
);

/** Two to five campaigns side by side. */
export function ComparePage() {
  const { campaignId = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const ids = campaignId.split(',').filter((id) => id !== '');
  const choose = (chosen: string[]) =>
    void navigate({ search: { campaignId: chosen.slice(0, campaignsMax).join(',') }, replace: true });
  const { data, error, refetch } = useQuery({
    ...comparisonQuery(ids),
    enabled: ids.length >= 2,
    placeholderData: keepPreviousData,
  });
  const isReady = data !== undefined && ids.length >= 2;
  return (
    <Page
      title="Compare campaigns"
      back={back}
      description="Each campaign from its first call until now. The others are compared with the first."
    >
      <Stack gap="md">
        <Paper withBorder p="md">
          <Choices
            label="Campaigns"
            description="Two to five."
            kind="campaigns"
            value={ids}
            onChange={choose}
          />
        </Paper>
        {ids.length < 2 ? (
          <Paper withBorder>
            <EmptyState title="Choose two campaigns">Their figures then stand side by side.</EmptyState>
          </Paper>
        ) : null}
        {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {!data && !error && ids.length >= 2 ? <Skeleton height={420} aria-busy="true" /> : null}
        {isReady ? <Compared comparison={data} /> : null}
      </Stack>
    </Page>
  );
}

function Compared({ comparison }: { comparison: Comparison }) {
  return (
    <>
      <CompareTable comparison={comparison} />
      <Panel
        title="More than chance?"
        description="A two-proportion z-test (NIST e-Handbook of Statistical Methods, 7.3.3)."
      >
        <ul className="plain-list compare-sentences">
          {comparison.differences.map((difference) => (
            <li key={`${difference.campaignId} ${difference.figure}`} data-verdict={difference.verdict}>
              {sentenceOf(comparison, difference)}
            </li>
          ))}
        </ul>
        {comparison.campaigns.length > 2 ? (
          <Text size="sm" c="dimmed" mt="xs">
            With several comparisons, each needs a p below {comparison.level.toFixed(3)}.
          </Text>
        ) : null}
      </Panel>
      <CompareOutcomes comparison={comparison} />
      <CompareHours comparison={comparison} />
    </>
  );
}
