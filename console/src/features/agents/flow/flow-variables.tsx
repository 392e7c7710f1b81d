import {
  ActionIcon,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { JsonView } from '../../../ui/index.ts';
import { at, isObject, withValue } from '../../json-text/index.ts';
import type { AgentForm } from '../use-agent-form.ts';
import { variableName, withoutVariable, withVariableRenamed } from './edit.ts';
import { NameField } from './name-field.tsx';
import { type FlowProblem, problemAt } from './problems.ts';
import type { FlowDraft } from './use-flow-draft.ts';
import {
  firstOf,
  newVariable,
  readVariable,
  type Variable,
  type VariableType,
  variableTypes,
  writeVariable,
} from './variables.ts';

interface FlowVariablesProps {
  draft: FlowDraft;
  form: AgentForm;
  problems: readonly FlowProblem[];
}

const path = ['variables', 'properties'];

/** The variables of a flow, one row each. They are stored as a JSON Schema. */
export function FlowVariables({ draft, form, problems }: FlowVariablesProps) {
  const { flow, change } = draft;
  const properties = at(flow, path);
  const names = isObject(properties) ? Object.keys(properties) : [];
  const add = () => {
    let number = names.length + 1;
    while (names.includes(`value${number}`)) number += 1;
    change(withValue(flow, [...path, `value${number}`], writeVariable(newVariable)));
  };
  const general = problemAt(
    problems.filter(({ path: own }) => own.length < 3),
    ['variables'],
  );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        What can be found out in this conversation. A stage says which of them it asks for. Values are checked
        before the agent goes on.
      </Text>
      {general ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {general}
        </Text>
      ) : null}
      {names.map((name, index) => (
        <VariableFields
          // The row stays while its variable is renamed.
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
          key={index}
          name={name}
          schema={at(flow, [...path, name])}
          names={names}
          form={form}
          error={problemAt(problems, [...path, name])}
          set={(schema, field) =>
            change(withValue(flow, [...path, name], schema), field && `${name}.${field}`)
          }
          rename={(to) => change(withVariableRenamed(flow, name, to))}
          remove={() => change(withoutVariable(flow, name))}
        />
      ))}
      {names.length === 0 ? <Text size="sm">No variables yet.</Text> : null}
      {form.isReadOnly ? null : (
        <Group>
          <Button size="xs" variant="default" onClick={add}>
            Add variable
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface VariableFieldsProps {
  name: string;
  schema: unknown;
  names: readonly string[];
  form: AgentForm;
  error: string | undefined;
  set: (schema: unknown, field?: string) => void;
  rename: (name: string) => void;
  remove: () => void;
}

function VariableFields({ name, schema, names, form, error, set, rename, remove }: VariableFieldsProps) {
  const variable = readVariable(schema);
  const readOnly = form.isReadOnly;
  const change = (changes: Partial<Variable>, field?: string) =>
    variable && set(writeVariable({ ...variable, ...changes }), field);
  const retype = (type: VariableType) =>
    set(writeVariable({ ...newVariable, ...variable, ...firstOf(type) }));
  return (
    <Stack gap={6} className="flow-variable">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NameField
          label="Name"
          name={name}
          pattern={variableName}
          patternMessage="Use letters, digits and _."
          taken={names}
          onRename={rename}
          isReadOnly={readOnly}
        />
        <Select
          w={150}
          label="Type"
          aria-label={`Type of ${name}`}
          data={Object.entries(variableTypes).map(([value, label]) => ({ value, label }))}
          value={variable?.type ?? null}
          placeholder="Other"
          onChange={(type) => type && retype(type as VariableType)}
          readOnly={readOnly}
          allowDeselect={false}
        />
        {readOnly ? null : (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove ${name}`} onClick={remove}>
            ×
          </ActionIcon>
        )}
      </Group>
      {variable ? (
        <>
          <TextInput
            label="Description"
            aria-label={`Description of ${name}`}
            placeholder="What the model is to find out"
            value={variable.description}
            onChange={({ currentTarget }) => change({ description: currentTarget.value }, 'description')}
            readOnly={readOnly}
          />
          <LimitFields name={name} variable={variable} readOnly={readOnly} change={change} />
        </>
      ) : (
        <>
          <Text size="xs" c="dimmed">
            This JSON Schema was set through the API, and has parts that the form cannot show. It stays as it
            is until you choose a type.
          </Text>
          <JsonView value={schema} label={`JSON Schema of ${name}`} />
        </>
      )}
      {error ? (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
}

interface LimitFieldsProps {
  name: string;
  variable: Variable;
  readOnly: boolean;
  change: (changes: Partial<Variable>, field?: string) => void;
}

/** The bounds of a number or a length, or the values of a choice. */
function LimitFields({ name, variable: { type, min, max, options }, readOnly, change }: LimitFieldsProps) {
  if (type === 'choice')
    return (
      <TagsInput
        label="Values"
        aria-label={`Values of ${name}`}
        description="Press Enter after each value."
        value={options}
        onChange={(next) => change({ options: next })}
        readOnly={readOnly}
      />
    );
  if (type === 'boolean' || type === 'date') return null;
  const [least, most] = type === 'text' ? ['Shortest', 'Longest'] : ['At least', 'At most'];
  const common = {
    allowDecimal: type === 'number',
    allowNegative: type !== 'text',
    readOnly,
    hideControls: true,
  };
  const numberOf = (typed: string | number) => (typed === '' || typed === '-' ? null : Number(typed));
  return (
    <Group gap="xs" grow>
      <NumberInput
        {...common}
        label={least}
        aria-label={`${least} of ${name}`}
        value={min ?? ''}
        onChange={(typed) => change({ min: numberOf(typed) }, 'min')}
      />
      <NumberInput
        {...common}
        label={most}
        aria-label={`${most} of ${name}`}
        value={max ?? ''}
        onChange={(typed) => change({ max: numberOf(typed) }, 'max')}
      />
    </Group>
  );
}
