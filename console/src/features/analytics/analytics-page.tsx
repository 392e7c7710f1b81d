import './analytics.css';
import { Grid, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AppLink, EmptyState, ErrorState, FilterBar, Page, Panel, ToneMark } from '../../ui/index.ts';
import { markOf, meaningOf, outcomeGroups } from '../call-outcomes/index.ts';
import { ColumnsChart } from '../charts/index.ts';
import { byGroup } from './figures-of.ts';
import { Filters } from './filters.tsx';
import { GroupsPanel } from './groups-panel.tsx';
import { LatencyPanel } from './latency-panel.tsx';
import type { By, Narrowing } from './links.ts';
import { MainFigures } from './main-figures.tsx';
import { breakdownQuery, type FiguresOfRange } from './queries.ts';
import { columnsOf, rangeBefore, rangeOf } from './range.ts';
import { SharesPanel } from './shares-panel.tsx';
import { TurnedAwayPanel } from './turned-away-panel.tsx';

const route = getRouteApi('/frame/analytics');

/** Figures of the calls of a range, compared with the range before. Each leads to its calls. */
export function AnalyticsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { range: named, from, to, by: asked, ...narrowing } = search;
  const range = rangeOf(search, new Date());
  const name = [named, from, to].join(' ');
  const by = byOf(asked, narrowing);
  // These questions follow each other. The last figures are shown meanwhile.
  const overTime = useQuery(breakdownQuery(name, range, range.interval, narrowing));
  const groups = useQuery(breakdownQuery(name, range, by, narrowing));
  const earlier = useQuery(breakdownQuery(`before ${name}`, rangeBefore(range), by, narrowing));
  const before = earlier.isPlaceholderData ? undefined : earlier.data;
  const currency = overTime.data?.currency ?? null;
  const { data, error, refetch, isPlaceholderData: isOld } = overTime;
  const turnedAway = showsInbound(narrowing) ? <TurnedAwayPanel name={name} range={range} /> : null;
  return (
    <Page title="Analytics" description="Calls that are over, by the day on which they were created.">
      <FilterBar chosen={search} onClear={() => void navigate({ search: {}, replace: true })}>
        <Filters
          search={search}
          choose={(chosen) =>
            void navigate({ search: (earlier) => ({ ...earlier, ...chosen }), replace: true })
          }
        />
      </FilterBar>
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={420} aria-busy="true" /> : null}
      {data?.total.calls === 0 ? (
        <Stack gap="md">
          <NoCalls isNarrowed={Object.values(narrowing).some(Boolean)} />
          {turnedAway}
        </Stack>
      ) : null}
      {data && data.total.calls > 0 ? (
        <Stack gap="md" className="analytics" data-old={isOld || undefined} aria-busy={isOld}>
          <MainFigures
            total={data.total}
            before={before?.total}
            isComparing={before === undefined && !earlier.error}
            currency={currency}
            calls={data.search}
          />
          <OverTime data={data} />
          <SharesPanels data={data} />
          <GroupsPanel
            by={by}
            hasAgent={Boolean(narrowing.agentId)}
            isOld={groups.isPlaceholderData}
            onBy={(chosen) =>
              void navigate({ search: (earlier) => ({ ...earlier, by: chosen }), replace: true })
            }
            data={groups.data}
            before={before}
            error={groups.error}
            retry={() => void groups.refetch()}
            currency={currency}
          />
          {turnedAway}
          <LatencyPanel name={name} range={range} narrowing={narrowing} />
        </Stack>
      ) : null}
    </Page>
  );
}

/** Callers who were turned away belong to no agent, campaign or trunk. */
function showsInbound({ agentId, campaignId, trunkId, type }: Narrowing): boolean {
  return !agentId && !campaignId && !trunkId && type !== 'outboundPhoneCall';
}

function byOf(asked: string | undefined, { agentId }: Narrowing): By {
  const all: readonly string[] = ['agent', 'agent-version', 'campaign', 'trunk', 'hour-of-day', 'type'];
  if (!asked || !all.includes(asked)) return 'agent';
  // A version belongs to an agent.
  return asked === 'agent-version' && !agentId ? 'agent' : (asked as By);
}

interface DataProps {
  data: FiguresOfRange;
}

const columnDate = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

function OverTime({ data }: DataProps) {
  const { range, search: calls } = data;
  const groups = new Map(data.groups.map(({ key, byOutcome }) => [key, byOutcome]));
  const places = columnsOf(range);
  const days = new Map(places.map(({ key, first, last }) => [key, { from: first, to: last }]));
  const isByDay = range.interval === 'day';
  return (
    <Panel
      title="Calls over time"
      description={
        data.isComplete
          ? 'Choose a column to see its calls.'
          : 'Calls from before an upgrade are still being added.'
      }
    >
      <ColumnsChart
        label={`Calls by ${isByDay ? 'day' : 'week'} and outcome`}
        columnTitle={isByDay ? 'Day' : 'Week from'}
        parts={outcomeGroups}
        columns={places.map(({ key }) => ({
          id: key,
          title: columnDate.format(new Date(`${key}T00:00:00`)),
          values: byGroup(groups.get(key) ?? {}),
        }))}
        callsOf={({ id }) => ({ ...calls, ...days.get(id) })}
      />
    </Panel>
  );
}

function SharesPanels({ data: { total, rubrics, search: calls } }: DataProps) {
  const judged = Object.values(total.bySentiment).reduce((sum, count) => sum + count, 0);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <SharesPanel
          title="Outcomes"
          whole={total.calls}
          rows={Object.entries(total.byOutcome).map(([outcome, count]) => ({
            ...{ id: outcome, count, search: { ...calls, outcome } },
            ...{ mark: <ToneMark {...markOf(outcome)} />, color: meaningOf(outcome).color },
          }))}
          empty="No call has an outcome yet."
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <SimpleGrid cols={1} spacing="md">
          <SharesPanel
            title="Sentiment"
            whole={judged}
            rows={Object.entries(total.bySentiment).map(([sentiment, count]) => ({
              ...{ id: sentiment, count, search: { ...calls, sentiment } },
            }))}
            empty="No call was analyzed. Turn on the analysis in the settings of an agent."
          />
          <SharesPanel
            title="Rubrics failed"
            whole={null}
            rows={rubrics.map(({ name, passed, failed }) => ({
              ...{ id: name, label: name, count: failed, of: passed + failed },
              search: { ...calls, rubric: name, rubricResult: 'failed' },
            }))}
            empty="None of these calls was rated. Rubrics in the analysis settings of an agent say how calls are rated."
          />
        </SimpleGrid>
      </Grid.Col>
    </Grid>
  );
}

function NoCalls({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <EmptyState title="No calls in this range" action={<AppLink to="/calls">All calls</AppLink>}>
      {isNarrowed
        ? 'Choose a longer range, or remove a filter.'
        : 'Choose a longer range. Calls are counted here when they are over.'}
    </EmptyState>
  );
}
