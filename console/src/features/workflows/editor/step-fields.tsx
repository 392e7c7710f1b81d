import { NumberInput, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { formatLabel, type Provider, providerNames } from '../../../ui/index.ts';
import { isObject } from '../../json-text/index.ts';
import { Choices, type Kind } from '../../picks/index.ts';
import { ChoiceField } from '../../provider-picks/index.ts';
import { ValueField } from '../../value-fields/index.ts';
import type { Problem } from '../definition/problems.ts';
import type { StepView } from '../definition/tree.ts';
import { CallFields } from './call-fields.tsx';
import type { FieldSpec } from './field-specs.ts';
import { IdField } from './id-field.tsx';
import { FieldsOfStep, GroupOfStep, HeadersOfStep, SchemaOfStep } from './object-fields.tsx';

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
          problems={problemsOf(problems, spec.name)}
          {...rest}
        />
      ))}
    </Stack>
  );
}

/** Returns the problems of a field, with paths inside it. */
function problemsOf(problems: readonly Problem[], name: string): Problem[] {
  return problems
    .filter(({ field }) => field === name || field.startsWith(`${name}.`))
    .map((problem) => ({ ...problem, field: problem.field.slice(name.length + 1) }));
}

function textOf(problems: readonly Problem[]): string | undefined {
  const said = problems.map(({ field, message }) => (field === '' ? message : `${field} ${message}`));
  return said.length === 0 ? undefined : said.join('; ');
}

interface StepFieldProps extends Pick<StepFieldsProps, 'isReadOnly' | 'onChange'> {
  spec: FieldSpec;
  value: unknown;
  /** With paths inside the field. */
  problems: readonly Problem[];
}

function StepField({ spec, value, problems, isReadOnly, onChange }: StepFieldProps) {
  const { name, kind, isRequired, isNullable } = spec;
  const description = descriptions[name] ?? spec.description;
  const label = labels[name] ?? formatLabel(name);
  const error = textOf(problems);
  const common = { label, description, error, required: isRequired, isReadOnly };
  const set = (next: unknown) => onChange(name, next);
  if (name === 'sourceIds') return <SourcesField {...{ error, value, isReadOnly, set }} />;
  if (name === 'call' && kind === 'pairs')
    return (
      <CallFields
        isQueued={description.includes('/campaign')}
        {...{ value, problems, isReadOnly }}
        onChange={set}
      />
    );
  const object = { ...common, value, onChange: set };
  if (name === 'headers') return <HeadersOfStep {...object} />;
  if (kind === 'pairs' && (value === undefined || isObject(value))) return <FieldsOfStep {...object} />;
  if (kind === 'schema' && (value == null || isObject(value))) return <SchemaOfStep {...object} />;
  if (kind === 'group' && (value == null || isObject(value)))
    return <GroupField {...{ spec, label, value, problems, isReadOnly, set }} />;
  if (isSimple(kind, value) || (isNullable && value === null))
    return <SimpleField {...{ spec, label, error, value, isReadOnly, set }} />;
  return (
    <ValueField
      {...common}
      value={value}
      onChange={set}
      // A required value may be null. Others are left out.
      empty={isRequired ? null : undefined}
    />
  );
}

const labels: Readonly<Record<string, string>> = {
  over: 'List',
  collect: 'Collected value',
  maxAttempts: 'Attempts',
  backoffMs: 'Delay (ms)',
  timeoutMs: 'Timeout (ms)',
  timeoutSeconds: 'Timeout (seconds)',
  responseSchema: 'Check the answer',
  waitForEnd: 'Wait until the call has ended',
};

/** Descriptions in place of those of the API, which speak of JSON. */
const descriptions: Readonly<Record<string, string>> = {
  body: 'Text is sent as it is, everything else as JSON. {{ input.name }} inserts a value.',
  output: '{{ steps.name.output }} inserts the output of a step.',
};

/** Whether a field of its kind can show a value. A value of another type, such as an expression, is edited with its type. */
function isSimple(kind: FieldSpec['kind'], value: unknown): boolean {
  if (kind === 'numberOrText') return value === undefined || ['string', 'number'].includes(typeof value);
  if (!(kind in typeNames)) return false;
  return value === undefined || typeof value === typeNames[kind as keyof typeof typeNames];
}

interface FieldProps {
  spec: FieldSpec;
  label: string;
  value: unknown;
  isReadOnly: boolean;
  set: (value: unknown) => void;
}

/** An object with known fields. One that is optional can be left out. */
function GroupField({
  spec,
  label,
  value,
  problems,
  isReadOnly,
  set,
}: FieldProps & Pick<StepFieldProps, 'problems'>) {
  const { description, isNullable, parts } = spec;
  const fields = isObject(value) ? value : {};
  const change = (name: string, next: unknown) => {
    const { [name]: _, ...others } = fields;
    const changed = next === undefined ? others : { ...fields, [name]: next };
    set(!spec.isRequired && !isNullable && Object.keys(changed).length === 0 ? undefined : changed);
  };
  const first = Object.fromEntries(
    parts
      .filter(({ isRequired }) => isRequired)
      .map((part) => [part.name, part.kind === 'number' ? 86_400 : '']),
  );
  return (
    <GroupOfStep
      {...{ label, description, isReadOnly }}
      isOptional={isNullable}
      isOn={isObject(value)}
      setOn={(isOn) => set(isOn ? first : undefined)}
      error={textOf(problems.filter(({ field }) => field === ''))}
    >
      {parts.map((part) =>
        part.name === 'model' && typeof fields.provider === 'string' ? (
          <ChoiceField
            key={`model of ${fields.provider}`}
            label="Model"
            provider={fields.provider}
            what="models"
            kind="model"
            keyName={typeof fields.key === 'string' ? fields.key : null}
            model={null}
            value={typeof fields.model === 'string' ? fields.model : ''}
            onChange={(model) => change('model', model)}
            error={textOf(problemsOf(problems, 'model'))}
            readOnly={isReadOnly}
            required
          />
        ) : (
          <StepField
            key={part.name}
            spec={part}
            value={fields[part.name]}
            problems={problemsOf(problems, part.name)}
            isReadOnly={isReadOnly}
            onChange={change}
          />
        ),
      )}
    </GroupOfStep>
  );
}

function SimpleField({
  spec,
  label,
  error,
  value,
  isReadOnly,
  set,
}: FieldProps & { error: string | undefined }) {
  const { name, kind, description, isRequired, fallback, options } = spec;
  const common = { label, description, error, required: isRequired };
  switch (kind) {
    case 'choice':
      return (
        <Select
          {...common}
          data={options.map((value) => ({ value, label: providerNames[value as Provider] ?? value }))}
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
    case 'numberOrText':
      return (
        <TextInput
          {...common}
          description="A number, or {{ an expression }}."
          value={value === undefined ? '' : String(value)}
          onChange={({ currentTarget }) => set(numberOrText(currentTarget.value))}
          readOnly={isReadOnly}
          classNames={{ input: 'mono-input' }}
        />
      );
    default:
      return (
        <TextField
          {...common}
          name={name}
          value={(value as string | null | undefined) ?? undefined}
          {...{ fallback, isReadOnly, set }}
        />
      );
  }
}

/** Returns a number when the text is one, such as `3600` or `0.5`. */
function numberOrText(text: string): number | string | undefined {
  if (text === '') return undefined;
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
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
