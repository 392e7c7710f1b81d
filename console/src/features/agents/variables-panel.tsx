import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { EmptyState, Panel } from '../../ui/index.ts';
import { builtInVariables, variablesIn } from './prompt-variables.ts';
import type { AgentForm } from './use-agent-form.ts';

/** The variables of calls: those that texts use, and those with a description. */
export function VariablesPanel({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { variables } = values;
  const isListed = (name: string) => variables.some((one) => one.name === name);
  const used = variablesIn(values.prompt, values.firstMessage ?? '');
  const unlisted = used.filter((name) => !builtInVariables.has(name) && !isListed(name));
  const change = (index: number, changes: Partial<(typeof variables)[number]>) =>
    set(
      'variables',
      variables.map((one, at) => (at === index ? { ...one, ...changes } : one)),
    );
  const add = (name: string) =>
    set('variables', [...variables, { name, required: false, default: null, description: null }]);
  return (
    <Panel title="Variables">
      {variables.length === 0 && unlisted.length === 0 ? (
        <EmptyState title="No variables">
          Write {'{{first_name}}'} in the prompt to use a value of the call. The default is used if the call
          has none.
        </EmptyState>
      ) : null}
      {variables.map(({ name, required, default: value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
        <Group key={index} gap="xs" mb="xs" align="flex-start" wrap="wrap">
          <TextInput
            aria-label={`Name of variable ${index + 1}`}
            value={name}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            error={errorOf(`variables.${index}.name`)}
            readOnly={isReadOnly}
            flex="1 1 120px"
          />
          <TextInput
            aria-label={`Default of ${name}`}
            placeholder="No default"
            value={value === null ? '' : String(value)}
            onChange={({ currentTarget }) => change(index, { default: currentTarget.value || null })}
            error={errorOf(`variables.${index}.default`)}
            readOnly={isReadOnly}
            flex="1 1 120px"
          />
          <Checkbox
            label="Required"
            aria-label={`${name} is required`}
            checked={required}
            onChange={({ currentTarget }) => change(index, { required: currentTarget.checked })}
            disabled={isReadOnly}
            mt={8}
          />
          {isReadOnly ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove ${name || 'the variable'}`}
              onClick={() =>
                set(
                  'variables',
                  variables.filter((_, at) => at !== index),
                )
              }
            >
              ×
            </ActionIcon>
          )}
        </Group>
      ))}
      {unlisted.length > 0 ? (
        <>
          <Text size="sm" c="dimmed" mb={6}>
            Not listed, so every call must supply {unlisted.length === 1 ? 'it' : 'them'}.
          </Text>
          <Group gap="xs">
            {unlisted.map((name) =>
              isReadOnly ? (
                <code key={name}>{name}</code>
              ) : (
                <Button key={name} size="xs" variant="default" onClick={() => add(name)}>
                  Give {name} a default
                </Button>
              ),
            )}
          </Group>
        </>
      ) : null}
    </Panel>
  );
}
