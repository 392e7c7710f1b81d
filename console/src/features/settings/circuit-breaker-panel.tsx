import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { DraftForm, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { useChangeOrganization } from './queries.ts';

type CircuitBreaker = Schema<'CircuitBreaker'>;

/** Null for an empty field. The API says what is required. */
type Draft = { [Name in keyof CircuitBreaker]: CircuitBreaker[Name] | null };

const fields = [
  { name: 'failures', label: 'Failed attempts', about: 'So many open a circuit.' },
  { name: 'attempts', label: 'Attempts considered', about: 'Of the newest ones.' },
  { name: 'windowSeconds', label: 'Time window', about: 'Older attempts do not count.', unit: 's' },
  { name: 'cooldownSeconds', label: 'Wait before retry', about: 'Then one probe call is dialed.', unit: 's' },
] as const;

/** When failing trunks and campaigns are paused. */
export function CircuitBreakerPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const saved: Draft = organization.circuitBreaker;
  return (
    <Panel
      title="Circuit breaker"
      description="When too many calls of a trunk or campaign fail, its circuit opens. Calls are held until it works again."
    >
      <DraftForm
        saved={saved}
        action="Save circuit breaker"
        save={(draft) => change({ circuitBreaker: draft as CircuitBreaker })}
        done="Circuit breaker saved."
        isReadOnly={isReadOnly}
      >
        {({ draft, change: set, errorOf, value }) => (
          <Stack gap="md">
            <Checkbox
              label="Enable circuit breaker"
              description="When off, open circuits close and none opens."
              checked={draft.enabled === true}
              onChange={({ currentTarget }) => set({ enabled: currentTarget.checked })}
              error={errorOf('circuitBreaker.enabled')}
            />
            <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
              {fields.map(({ name, label, about, ...unit }) => (
                <NumberField
                  key={name}
                  label={label}
                  description={about}
                  {...value(name)}
                  error={errorOf(`circuitBreaker.${name}`)}
                  {...unit}
                />
              ))}
            </SimpleGrid>
          </Stack>
        )}
      </DraftForm>
    </Panel>
  );
}
