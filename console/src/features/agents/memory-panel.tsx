import { Checkbox, Group, NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { Panel } from '../../ui/index.ts';
import type { Configuration } from './agent-labels.ts';
import { firstMemory } from './beginnings.ts';
import type { AgentForm } from './use-agent-form.ts';

type Memory = NonNullable<Configuration['memory']>;

/** The facts about a customer that the agent keeps from one conversation to the next. */
export function MemoryPanel({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { memory } = values;
  // Without an analysis, only the model in the conversation can write facts.
  const first = { ...firstMemory, writtenBy: { analysis: values.analysis !== null, tool: true } };
  const change = (changes: Partial<Memory>) => set('memory', { ...(memory ?? first), ...changes });
  return (
    <Panel
      title="Memory"
      description="What the agent remembers of a customer from one conversation to the next."
      aside={
        <Switch
          label={memory === null ? 'Off' : 'On'}
          aria-label="Remember customers"
          checked={memory !== null}
          onChange={({ currentTarget }) => set('memory', currentTarget.checked ? first : null)}
          disabled={isReadOnly}
        />
      }
    >
      {memory ? (
        <Stack gap="sm">
          <Select
            label="Who uses the facts"
            data={[
              { value: 'agent', label: 'Only this agent' },
              { value: 'organization', label: 'All agents that share facts' },
            ]}
            value={memory.scope}
            onChange={(value) => change({ scope: (value ?? 'agent') as Memory['scope'] })}
            error={errorOf('memory.scope')}
            readOnly={isReadOnly}
            allowDeselect={false}
          />
          <Checkbox
            label="The analysis writes facts"
            description="In the request that it makes anyway, after each conversation. Analysis must be on."
            checked={memory.writtenBy.analysis}
            onChange={({ currentTarget }) =>
              change({ writtenBy: { ...memory.writtenBy, analysis: currentTarget.checked } })
            }
            error={errorOf('memory.writtenBy.analysis')}
            disabled={isReadOnly}
          />
          <Checkbox
            label="The agent writes facts during the conversation"
            description="The model gets the tool rememberFact. It can always forget, with forgetFact."
            checked={memory.writtenBy.tool}
            onChange={({ currentTarget }) =>
              change({ writtenBy: { ...memory.writtenBy, tool: currentTarget.checked } })
            }
            disabled={isReadOnly}
          />
          <Bounds form={form} memory={memory} change={change} />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          Memory is off. Each conversation begins without knowledge of earlier ones.
        </Text>
      )}
    </Panel>
  );
}

interface BoundsProps {
  form: AgentForm;
  memory: Memory;
  change: (changes: Partial<Memory>) => void;
}

function Bounds({ form, memory, change }: BoundsProps) {
  const { errorOf, isReadOnly } = form;
  return (
    <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
      <NumberInput
        label="Days to keep a fact"
        description="From when it was said last."
        value={memory.keepDays}
        onChange={(value) => change({ keepDays: Number(value) })}
        error={errorOf('memory.keepDays')}
        readOnly={isReadOnly}
        min={1}
        max={3650}
        miw={170}
      />
      <NumberInput
        label="Characters in the prompt"
        description="The newest facts first."
        value={memory.charactersMax}
        onChange={(value) => change({ charactersMax: Number(value) })}
        error={errorOf('memory.charactersMax')}
        readOnly={isReadOnly}
        min={200}
        max={10_000}
        step={100}
        miw={170}
      />
    </Group>
  );
}
