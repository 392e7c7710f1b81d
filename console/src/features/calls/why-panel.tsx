import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, formatInstant, formatLabel, formatTimeOfDay, Panel, TimeText } from '../../ui/index.ts';
import { whyQuery } from './queries.ts';

const tones: Record<string, string> = {
  held: 'waiting',
  refused: 'bad',
  answered: 'good',
  received: 'good',
  canceled: 'bad',
};

/** Lists every decision about the call with its reason. */
export function WhyPanel({ callId }: { callId: string }) {
  const { data, error, refetch } = useQuery(whyQuery(callId));
  return (
    <Panel title="Timeline">
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <WhySkeleton /> : null}
      <ol className="why">
        {data?.decisions.map(({ at, decision, message, reason, until }) => (
          <li key={`${at} ${decision} ${reason}`} className="why-step" data-tone={tones[decision]}>
            <Text size="sm">
              <Text span inherit fw={600}>
                {formatLabel(decision)}
              </Text>{' '}
              {message}
            </Text>
            <Text size="xs" c="dimmed">
              <time dateTime={at} title={formatInstant(at)}>
                {formatTimeOfDay(at)}
              </time>
              {until ? (
                <>
                  {' '}
                  · until <TimeText at={until} />
                </>
              ) : null}
            </Text>
          </li>
        ))}
      </ol>
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
