import { Stack, Text } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { AppLink, FactList, formatInstant, JsonView, Panel, StatusBadge, type Tone } from '../../ui/index.ts';

type Personalization = Schema<'Personalization'>;

const tones: Record<Personalization['state'], Tone> = {
  none: 'neutral',
  available: 'good',
  consumed: 'neutral',
};

/** Shows what the next call from the number will use, and why. */
export function PushedPanel({ personalization }: { personalization: Personalization }) {
  const { phoneNumber, state, reason, data, pushedAt, consumedAt, consumedByCallId } = personalization;
  return (
    <Panel
      title={`The next call from ${phoneNumber}`}
      aside={<StatusBadge status={state} tone={tones[state]} />}
    >
      <Stack gap="md">
        <Text size="sm">{reason}</Text>
        {pushedAt === null ? null : (
          <FactList
            facts={[
              ['Pushed', formatInstant(pushedAt)],
              consumedAt === null ? null : ['Used', formatInstant(consumedAt)],
              consumedByCallId === null
                ? null
                : [
                    'Used by call',
                    <AppLink key="call" to="/calls/$callId" params={{ callId: consumedByCallId }}>
                      {consumedByCallId}
                    </AppLink>,
                  ],
            ]}
          />
        )}
        {data === null ? null : <JsonView value={data} label="Data for the next call" />}
      </Stack>
    </Panel>
  );
}
