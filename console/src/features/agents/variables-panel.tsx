import { ActionIcon, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { EmptyState, Panel } from '../../ui/index.ts';
import type { Configuration } from './agent-labels.ts';
import { builtInVariables, variablesIn } from './prompt-variables.ts';
import type { AgentForm } from './use-agent-form.ts';

type Variable = Configuration['variables'][number];

/** The variables of calls: those that texts use, and those with a description. */
export function VariablesPanel({ form }: { form: AgentForm }) {
  const { values, set, isReadOnly } = form;
  const { variables } = values;
  const isListed = (name: string) => variables.some((one) => one.name === name);
  const used = variablesIn(values.prompt, values.firstMessage ?? '');
  const unlisted = used.filter((name) => !builtInVariables.has(name) && !isListed(name));
  const change = (index: number, changes: Partial<Variable>) =>
    set(
      'variables',
      variables.map((one, at) => (at === index ? { ...one, ...changes } : one)),
    );
  const add = (name: string) =>
    set('variables', [...variables, { name, required: false, default: null, description: null }]);
  return (
    <Panel
      title="Variables"
      {...(variables.length === 0
        ? {}
        : { description: 'The name, and the value that is used when a call has none.' })}
    >
      {variables.length === 0 && unlisted.length === 0 ? (
        <EmptyState title="No variables">
          Write {'{{first_name}}'} in the prompt to use a value of the call. The default is used if the call
          has none.
        </EmptyState>
      ) : null}
      {variables.map((variable, index) => (
        <VariableFields
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
          key={index}
          form={form}
          index={index}
          variable={variable}
          change={(changes) => change(index, changes)}
          remove={() =>
            set(
              'variables',
              variables.filter((_, at) => at !== index),
            )
          }
        />
      ))}
      {unlisted.length > 0 ? <Unlisted names={unlisted} isReadOnly={isReadOnly} add={add} /> : null}
    </Panel>
  );
}

interface VariableFieldsProps {
  form: AgentForm;
  index: number;
  variable: Variable;
  change: (changes: Partial<Variable>) => void;
  remove: () => void;
}

function VariableFields({ form, index, variable, change, remove }: VariableFieldsProps) {
  const { name, required, default: value } = variable;
  const { errorOf, isReadOnly } = form;
  return (
    <Group gap="xs" mb="xs" align="flex-start" wrap="wrap">
      <TextInput
        aria-label={`Name of variable ${index + 1}`}
        value={name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={errorOf(`variables.${index}.name`)}
        readOnly={isReadOnly}
        flex="1 1 120px"
      />
      <TextInput
        aria-label={`Default of ${name}`}
        placeholder="No default"
        value={value === null ? '' : String(value)}
        onChange={({ currentTarget }) => change({ default: currentTarget.value || null })}
        error={errorOf(`variables.${index}.default`)}
        readOnly={isReadOnly}
        flex="1 1 120px"
      />
      <Checkbox
        label="Required"
        aria-label={`${name} is required`}
        checked={required}
        onChange={({ currentTarget }) => change({ required: currentTarget.checked })}
        disabled={isReadOnly}
        mt={8}
      />
      {isReadOnly ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Remove ${name || 'the variable'}`}
          onClick={remove}
        >
          ×
        </ActionIcon>
      )}
    </Group>
  );
}

interface UnlistedProps {
  names: string[];
  isReadOnly: boolean;
  add: (name: string) => void;
}

/** Variables that texts use and the agent does not list. */
function Unlisted({ names, isReadOnly, add }: UnlistedProps) {
  return (
    <>
      <Text size="sm" c="dimmed" mb={6}>
        Not listed, so every call must supply {names.length === 1 ? 'it' : 'them'}.
      </Text>
      <Group gap="xs">
        {names.map((name) =>
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
  );
}
