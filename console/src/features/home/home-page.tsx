import './home.css';
import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/index.ts';
import { ErrorState, Page } from '../../ui/index.ts';
import { LatencyHour } from './latency-hour.tsx';
import { LiveCalls } from './live-calls.tsx';
import { liveCallsQuery } from './queries.ts';
import { RecentCalls } from './recent-calls.tsx';

/** What happens now, and what needs somebody. */
export function HomePage() {
  const { organization } = useSession();
  const live = useQuery(liveCallsQuery);
  return (
    <Page title="Home" description={organization.name}>
      {live.error && !live.data ? <ErrorState error={live.error} retry={() => void live.refetch()} /> : null}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <LiveCalls />
            <RecentCalls />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <LatencyHour />
        </Grid.Col>
      </Grid>
    </Page>
  );
}
