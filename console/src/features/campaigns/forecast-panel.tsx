import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import {
  ErrorState,
  FactList,
  formatInstant,
  formatLabel,
  formatNumber,
  formatPercent,
  hourCycle,
  Panel,
} from '../../ui/index.ts';
import { ColumnsChart } from '../charts/index.ts';
import { type CampaignDetail, sortedCounts } from './campaign-state.ts';

const hour = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle,
});
const part = [{ id: 'calls', title: 'Calls', color: 'var(--mantine-color-parley-5)' }];

/** When the campaign would end: the dialer's rules, run on a virtual clock. */
export function ForecastPanel({ campaign: { campaignId, status } }: { campaign: CampaignDetail }) {
  const forecast = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/campaigns/{campaignId}/forecast', {
          params: { path: { campaignId } },
          body: { seed: 1 },
        }),
      ),
  });
  if (status === 'ended') return null;
  const { data } = forecast;
  return (
    <Panel
      title="Forecast"
      aside={
        <Button size="xs" variant="default" onClick={() => forecast.mutate()} loading={forecast.isPending}>
          {data ? 'Update forecast' : 'Create forecast'}
        </Button>
      }
    >
      {forecast.error ? <ErrorState error={forecast.error} /> : null}
      {data ? (
        <ForecastFacts forecast={data} />
      ) : (
        <Text size="sm" c="dimmed">
          Simulates the remaining calls with your schedules, retries, limits and past outcomes. It changes
          nothing.
        </Text>
      )}
    </Panel>
  );
}

function ForecastFacts({ forecast }: { forecast: Schema<'Forecast'> }) {
  const { finishesAt, attempts, byOutcome, left, hours, concurrentCallsMax, utilization, assumptions } =
    forecast;
  const instant = (at: string | null) => (at === null ? 'Beyond the forecast period' : formatInstant(at));
  return (
    <>
      <FactList
        facts={[
          ['10% likely by', instant(finishesAt.p10)],
          ['50% likely by', instant(finishesAt.p50)],
          ['90% likely by', instant(finishesAt.p90)],
          ['Calls to dial', formatNumber(attempts)],
          left > 0 ? ['Never dialed', formatNumber(left)] : null,
          ['Concurrent calls', formatNumber(concurrentCallsMax)],
          utilization === null ? null : ['Lines in use', formatPercent(utilization)],
          ...sortedCounts(byOutcome).map(
            ([name, calls]) => [formatLabel(name), formatNumber(calls)] as const,
          ),
        ]}
      />
      {hours.length > 1 ? (
        <div style={{ marginTop: 12 }}>
          <ColumnsChart
            label="Forecast calls by hour"
            columnTitle="Hour"
            parts={part}
            columns={hours.map(({ at, calls }) => ({
              id: at,
              title: hour.format(Date.parse(at)),
              values: { calls },
            }))}
          />
        </div>
      ) : null}
      <details className="forecast-assumptions">
        <summary>Assumptions</summary>
        <ul>
          {assumptions.map((assumption) => (
            <li key={assumption}>{assumption}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
