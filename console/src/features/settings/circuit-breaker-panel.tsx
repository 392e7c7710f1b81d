import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { DraftForm, Panel } from '../../ui/index.ts';
import { NumberField } from './number-field.tsx';
import type { PanelProps } from './panel-props.ts';
import { useChangeOrganization } from './queries.ts';

type CircuitBreaker = Schema<'CircuitBreaker'>;

/** An emptied field: the API says what has to be there. */
type Draft = { [Name in keyof CircuitBreaker]: CircuitBreaker[Name] | null };

const fields = [
  { name: 'failures', label: 'Failed attempts', about: 'So many open a circuit.' },
  { name: 'attempts', label: 'Among the latest', about: 'So many are looked at.' },
  { name: 'windowSeconds', label: 'Not older than', about: 'Older ones do not count.', unit: 's' },
  { name: 'cooldownSeconds', label: 'Rests for', about: 'Then one call tries.', unit: 's' },
] as const;

/** When trunks and campaigns that fail stop being tried. */
export function CircuitBreakerPanel({ organization, isReadOnly }: PanelProps) {
  const change = useChangeOrganization();
  const saved: Draft = organization.circuitBreaker;
  return (
    <Panel
      title="Circuit breaker"
      description="Where too many calls of a trunk or a campaign fail, its circuit opens: further calls are held, and go out when it works again."
    >
      <DraftForm
        saved={saved}
        action="Save circuit breaker"
        save={(draft) => change({ circuitBreaker: draft as CircuitBreaker })}
        done="The circuit breaker was saved."
        isReadOnly={isReadOnly}
      >
        {({ draft, change: set, errorOf }) => (
          <Stack gap="md">
            <Checkbox
              label="Open the circuits of what fails"
              description="Without it none opens, and open ones close."
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
                  value={draft[name]}
                  onChange={(value) => set({ [name]: value })}
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
