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
    about: 'Including recording and transcript.',
    whenEmpty: 'Forever',
  },
  {
    name: 'recordingsDays',
    label: 'Recordings',
    about: 'Audio only.',
    whenEmpty: 'As long as their calls',
  },
  {
    name: 'chatsDays',
    label: 'Chats',
    about: 'Including messages.',
    whenEmpty: 'Forever',
  },
  {
    name: 'runsDays',
    label: 'Workflow runs',
    about: 'Including steps.',
    whenEmpty: 'Forever',
  },
  {
    name: 'eventsDays',
    label: 'Events',
    about: 'Available for reading and redelivery.',
    whenEmpty: 'Forever',
  },
  {
    name: 'auditDays',
    label: 'Audit log',
    about: 'A checkpoint remains for verification.',
    whenEmpty: 'Forever',
  },
] as const satisfies readonly { name: keyof Schema<'Retention'>; [key: string]: unknown }[];

/** How long data is kept. */
export function RetentionPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  return (
    <Panel
      title="Retention"
      description="Number of days until ended items are deleted permanently. Leave empty to keep them forever, or recordings as long as their calls."
    >
      <DraftForm
        saved={organization.retention}
        save={(retention) => change({ retention })}
        action="Save retention"
        done="Retention saved."
        isReadOnly={isReadOnly}
      >
        {({ errorOf, value }) => (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
            {kinds.map(({ name, label, about, whenEmpty }) => (
              <NumberField
                key={name}
                label={label}
                description={about}
                unit="days"
                whenEmpty={whenEmpty}
                {...value(name)}
                error={errorOf(`retention.${name}`)}
              />
            ))}
          </SimpleGrid>
        )}
      </DraftForm>
    </Panel>
  );
}
