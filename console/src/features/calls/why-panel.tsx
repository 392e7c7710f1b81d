import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, Panel } from '../../ui/index.ts';
import { type Call, isLive } from './call-labels.ts';
import { whyQuery } from './queries.ts';
import { TimelineList } from './timeline-list.tsx';

/** Shows how long the call waited, rang and talked, and every decision about it with its reason. */
export function WhyPanel({ call }: { call: Call }) {
  const { data, error, refetch } = useQuery(whyQuery(call.callId));
  return (
    <Panel title="Timeline">
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <WhySkeleton /> : null}
      {data ? <TimelineList times={call} decisions={data.decisions} isGoing={isLive(call)} /> : null}
    </Panel>
  );
}

function WhySkeleton() {
  return (
    <Stack gap="md">
      {[1, 2, 3, 4].map((line) => (
        <Skeleton key={line} height={34} />
      ))}
    </Stack>
  );
}
