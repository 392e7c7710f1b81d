import './home.css';
import { Button, Grid, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSession } from '../../api/index.ts';
import { ErrorState, Page } from '../../ui/index.ts';
import { AttentionPanel } from './attention.tsx';
import { Figures } from './figures.tsx';
import { LatencyHour } from './latency-hour.tsx';
import { LiveCalls } from './live-calls.tsx';
import { Outcomes } from './outcomes.tsx';
import { overviewQuery } from './queries.ts';
import { RecentCalls } from './recent-calls.tsx';
import { useFirstSteps } from './use-first-steps.ts';

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));

/** The live figures, and the resources that need attention. */
export function HomePage() {
  const { organization } = useSession();
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  const first = useFirstSteps();
  return (
    <Page
      title="Home"
      description={organization.name}
      actions={
        first.isHidden ? (
          <Button variant="default" onClick={first.show}>
            Show first steps
          </Button>
        ) : null
      }
    >
      {first.isShown ? (
        <Suspense fallback={<Skeleton height={430} aria-busy="true" />}>
          <FirstSteps onHide={first.hide} onComplete={first.complete} />
        </Suspense>
      ) : null}
      {error && !overview ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Figures overview={overview} />
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <LiveCalls />
            <RecentCalls />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            {overview ? <AttentionPanel attention={overview.attention} /> : <Skeleton height={84} />}
            {overview ? <Outcomes byOutcome={overview.today.byOutcome} /> : <Skeleton height={220} />}
            <LatencyHour latency={overview?.latency} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
