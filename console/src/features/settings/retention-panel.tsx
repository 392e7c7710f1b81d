import { SimpleGrid } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { DraftForm, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { useChangeOrganization } from './queries.ts';

const kinds = [
  {
    name: 'callsDays',
    label: 'Calls',
    about: 'With recording and transcript.',
    whenEmpty: 'For ever',
  },
  {
    name: 'recordingsDays',
    label: 'Recordings',
    about: 'The audio alone.',
    whenEmpty: 'As long as their calls',
  },
  {
    name: 'chatsDays',
    label: 'Chats',
    about: 'With their messages.',
    whenEmpty: 'For ever',
  },
  {
    name: 'runsDays',
    label: 'Runs of workflows',
    about: 'With their steps.',
    whenEmpty: 'For ever',
  },
  {
    name: 'eventsDays',
    label: 'Events',
    about: 'What can be read and delivered again.',
    whenEmpty: 'For ever',
  },
  {
    name: 'auditDays',
    label: 'Audit log',
    about: 'A checkpoint stays, from which the rest verifies.',
    whenEmpty: 'For ever',
  },
] as const satisfies readonly { name: keyof Schema<'Retention'>; [key: string]: unknown }[];

/** For how long what has been written is kept. */
export function RetentionPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  return (
    <Panel
      title="Retention"
      description="So many days after its end, what is over is removed for good. An empty field: for ever; of recordings, as long as their calls."
    >
      <DraftForm
        saved={organization.retention}
        save={(retention) => change({ retention })}
        action="Save retention"
        done="Retention was saved."
        isReadOnly={isReadOnly}
      >
        {({ draft, change: set, errorOf }) => (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
            {kinds.map(({ name, label, about, whenEmpty }) => (
              <NumberField
                key={name}
                label={label}
                description={about}
                unit="days"
                whenEmpty={whenEmpty}
                value={draft[name]}
                onChange={(value) => set({ [name]: value })}
                error={errorOf(`retention.${name}`)}
              />
            ))}
          </SimpleGrid>
        )}
      </DraftForm>
    </Panel>
  );
}
