import { NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { formatLabel } from '../../../ui/index.ts';
import { Choices, type Kind } from '../../picks/index.ts';
import type { Problem } from '../definition/problems.ts';
import type { StepView } from '../definition/tree.ts';
import type { FieldSpec } from './field-specs.ts';
import { IdField } from './id-field.tsx';
import { JsonField } from './json-field.tsx';

interface StepFieldsProps {
  step: StepView;
  specs: readonly FieldSpec[];
  problems: readonly Problem[];
  isReadOnly: boolean;
  /** Undefined removes the field. */
  onChange: (name: string, value: unknown) => void;
}

/** The fields of a step with their problems. */
export function StepFields({ step, specs, problems, ...rest }: StepFieldsProps) {
  return (
    <Stack gap="sm">
      {specs.map((spec) => (
        <StepField
          key={spec.name}
          spec={spec}
          value={step.fields[spec.name]}
          error={errorOf(problems, spec.name)}
          {...rest}
        />
      ))}
    </Stack>
  );
}

function errorOf(problems: readonly Problem[], name: string): string | undefined {
  const found = problems.filter(({ field }) => field === name || field.startsWith(`${name}.`));
  if (found.length === 0) return undefined;
  const said = found.map(({ field, message }) =>
    field === name ? message : `${field.slice(name.length + 1)} ${message}`,
  );
  return said.join('; ');
}

interface StepFieldProps extends Pick<StepFieldsProps, 'isReadOnly' | 'onChange'> {
  spec: FieldSpec;
  value: unknown;
  error: string | undefined;
}

function StepField({ spec, value, error, isReadOnly, onChange }: StepFieldProps) {
  const { name, kind, description, isRequired, fallback, options } = spec;
  const label = formatLabel(name);
  const common = { label, description, error, required: isRequired };
  const set = (next: unknown) => onChange(name, next);
  if (name === 'sourceIds') return <SourcesField {...{ error, value, isReadOnly, set }} />;
  // A value of another type than the field is edited as JSON.
  const isOther = value !== undefined && kind !== 'json' && typeof value !== typeNames[kind];
  if (kind === 'json' || isOther)
    return <JsonField {...common} value={value} fallback={fallback} isReadOnly={isReadOnly} onChange={set} />;
  switch (kind) {
    case 'choice':
      return (
        <Select
          {...common}
          data={options}
          value={(value as string | undefined) ?? null}
          placeholder={fallback}
          onChange={(chosen) => set(chosen ?? undefined)}
          clearable={!isRequired && !isReadOnly}
          clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
          readOnly={isReadOnly}
        />
      );
    case 'switch':
      return (
        <Switch
          {...{ label, description, error }}
          checked={(value as boolean | undefined) ?? fallback === 'true'}
          onChange={({ currentTarget }) => set(currentTarget.checked)}
          disabled={isReadOnly}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={(value as number | undefined) ?? ''}
          placeholder={fallback}
          onChange={(typed) => set(typed === '' ? undefined : Number(typed))}
          readOnly={isReadOnly}
        />
      );
    default:
      return (
        <TextField
          {...common}
          name={name}
          value={value as string | undefined}
          {...{ fallback, isReadOnly, set }}
        />
      );
  }
}

interface SourcesFieldProps {
  error: string | undefined;
  value: unknown;
  isReadOnly: boolean;
  set: (value: unknown) => void;
}

/** The sources of knowledge of a step, by name. */
function SourcesField({ error, value, isReadOnly, set }: SourcesFieldProps) {
  const chosen = Array.isArray(value) ? value.map(String) : [];
  return (
    <Choices
      label="Sources"
      description="Empty: every source of the organization."
      error={error}
      kind="knowledge-sources"
      value={chosen}
      onChange={(ids) => (isReadOnly ? undefined : set(ids.length > 0 ? ids : undefined))}
    />
  );
}

const typeNames = { text: 'string', choice: 'string', switch: 'boolean', number: 'number' } as const;

interface TextFieldProps {
  name: string;
  label: string;
  description: string;
  error: string | undefined;
  required: boolean;
  value: string | undefined;
  fallback: string;
  isReadOnly: boolean;
  set: (value: unknown) => void;
}

/** Fields that hold the id of a resource. */
const resourceFields: Record<string, Kind> = { agentId: 'agents', workflowId: 'workflows' };

/** A text. One that holds an id is chosen by name. */
function TextField({ name, value = '', fallback, isReadOnly, set, ...common }: TextFieldProps) {
  const shared = {
    ...common,
    value,
    placeholder: fallback,
    readOnly: isReadOnly,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(currentTarget.value === '' && !common.required ? undefined : currentTarget.value),
  };
  const kind = resourceFields[name];
  if (kind) return <IdField {...shared} kind={kind} name={name} />;
  if (name === 'id' || name === 'name') return <TextInput {...shared} />;
  return <Textarea {...shared} classNames={{ input: 'mono-input' }} autosize minRows={1} maxRows={10} />;
}
