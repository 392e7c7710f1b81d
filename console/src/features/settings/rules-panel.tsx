import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DraftForm, formatCount, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { type OrganizationChange, rulePacksQuery, useChangeOrganization } from './queries.ts';

/** Rules on whom to call and when. */
export function RulesPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const { data } = useQuery(rulePacksQuery);
  const { rulePacks, frequencyCap } = organization;
  return (
    <Panel title="Calling rules" description="A call must be allowed by these rules and by its schedule.">
      <DraftForm
        saved={{
          packs: rulePacks,
          calls: frequencyCap?.calls ?? null,
          days: frequencyCap?.days ?? null,
        }}
        save={({ packs, calls, days }) =>
          change({
            rulePacks: packs,
            frequencyCap: calls === null && days === null ? null : { calls, days },
          } as OrganizationChange)
        }
        action="Save calling rules"
        done="Calling rules saved."
        isReadOnly={isReadOnly}
      >
        {({ errorOf, value }) => (
          <Stack gap="md">
            <Checkbox.Group
              label="Legal calling hours"
              description="For the location of the number. This is not legal advice; check which laws apply to your calls."
              {...value('packs')}
              error={errorOf('rulePacks')}
            >
              <Stack gap="sm" mt="xs">
                {data?.rulePacks.map(({ rulePackId, name, description, rules }) => (
                  <Checkbox
                    key={rulePackId}
                    value={rulePackId}
                    label={`${name} · ${formatCount(rules.length, 'rule')}`}
                    description={description}
                  />
                )) ?? <Text size="sm">…</Text>}
              </Stack>
            </Checkbox.Group>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <NumberField
                label="Maximum calls per person"
                description="Across all campaigns, including retries. Further calls wait."
                whenEmpty="No limit"
                {...value('calls')}
                error={errorOf('frequencyCap.calls')}
              />
              <NumberField
                label="Within"
                description="In periods of 24 hours, up to now."
                unit="days"
                whenEmpty="No limit"
                {...value('days')}
                error={errorOf('frequencyCap.days')}
              />
            </SimpleGrid>
          </Stack>
        )}
      </DraftForm>
    </Panel>
  );
}
