import { SimpleGrid, TextInput } from '@mantine/core';
import { DraftForm, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { type OrganizationChange, useChangeOrganization } from './queries.ts';

/** The name and the limits of concurrent calls. */
export function LimitsPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const { name, maxConcurrentCalls, requestsPerSecond, abandonChatsAfterSeconds } = organization;
  const saved: Record<
    'maxConcurrentCalls' | 'requestsPerSecond' | 'abandonChatsAfterSeconds',
    number | null
  > & {
    name: string;
  } = { name, maxConcurrentCalls, requestsPerSecond, abandonChatsAfterSeconds };
  return (
    <Panel title="Name and limits">
      <DraftForm
        saved={saved}
        save={(draft) => change(draft as OrganizationChange)}
        action="Save limits"
        done="Name and limits were saved."
        isReadOnly={isReadOnly}
      >
        {({ text, value }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput label="Name" description="Shown to members." {...text('name')} />
            <NumberField
              label="Concurrent calls"
              description="Counts outbound calls, inbound calls and transfer legs."
              {...value('maxConcurrentCalls')}
            />
            <NumberField
              label="Requests per second"
              description="Per API key and per session."
              {...value('requestsPerSecond')}
            />
            <NumberField
              label="Chat timeout"
              description="A chat without messages for this long is abandoned."
              unit="s"
              {...value('abandonChatsAfterSeconds')}
            />
          </SimpleGrid>
        )}
      </DraftForm>
    </Panel>
  );
}
