import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DraftForm, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { type OrganizationChange, rulePacksQuery, useChangeOrganization } from './queries.ts';

/** What the law and courtesy ask of who calls. */
export function RulesPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const { data } = useQuery(rulePacksQuery);
  const { rulePacks, frequencyCap } = organization;
  return (
    <Panel
      title="Rules of calling"
      description="They hold calls beside the schedules: both have to allow a call."
    >
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
        action="Save rules"
        done="The rules of calling were saved."
        isReadOnly={isReadOnly}
      >
        {({ draft, change: set, errorOf }) => (
          <Stack gap="md">
            <Checkbox.Group
              label="Calling hours by law"
              description="Where the number is. Data and no legal advice: whether a law is about your calls is for you to find out."
              value={draft.packs}
              onChange={(packs) => set({ packs })}
              error={errorOf('rulePacks')}
            >
              <Stack gap="sm" mt="xs">
                {data?.rulePacks.map(({ rulePackId, name, description, rules }) => (
                  <Checkbox
                    key={rulePackId}
                    value={rulePackId}
                    label={`${name} · ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}`}
                    description={description}
                  />
                )) ?? <Text size="sm">…</Text>}
              </Stack>
            </Checkbox.Group>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <NumberField
                label="Calls to one person at most"
                description="Over all campaigns, retries too. Further calls wait."
                whenEmpty="No cap"
                value={draft.calls}
                onChange={(calls) => set({ calls })}
                error={errorOf('frequencyCap.calls')}
              />
              <NumberField
                label="Within"
                description="Of 24 hours each, up to now."
                unit="days"
                whenEmpty="No cap"
                value={draft.days}
                onChange={(days) => set({ days })}
                error={errorOf('frequencyCap.days')}
              />
            </SimpleGrid>
          </Stack>
        )}
      </DraftForm>
    </Panel>
  );
}
