import { SimpleGrid, TextInput } from '@mantine/core';
import { DraftForm, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { type OrganizationChange, useChangeOrganization } from './queries.ts';

/** The name, and how much at one time. */
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
        {({ draft, change: set, errorOf }) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              label="Name"
              description="As members see it."
              value={draft.name}
              onChange={({ currentTarget }) => set({ name: currentTarget.value })}
              error={errorOf('name')}
            />
            <NumberField
              label="Calls at one time"
              description="All of them: dialed, inbound, and the second legs of transfers."
              value={draft.maxConcurrentCalls}
              onChange={(value) => set({ maxConcurrentCalls: value })}
              error={errorOf('maxConcurrentCalls')}
            />
            <NumberField
              label="Requests per second"
              description="Of each API key and each session."
              value={draft.requestsPerSecond}
              onChange={(value) => set({ requestsPerSecond: value })}
              error={errorOf('requestsPerSecond')}
            />
            <NumberField
              label="Chats are abandoned after"
              description="When nobody has written for so long."
              unit="s"
              value={draft.abandonChatsAfterSeconds}
              onChange={(value) => set({ abandonChatsAfterSeconds: value })}
              error={errorOf('abandonChatsAfterSeconds')}
            />
          </SimpleGrid>
        )}
      </DraftForm>
    </Panel>
  );
}
