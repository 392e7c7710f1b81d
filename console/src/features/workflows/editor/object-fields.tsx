import { Autocomplete, Fieldset, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, read, useCan } from '../../../api/index.ts';
import { isObject } from '../../json-text/index.ts';
import { SchemaFields, type SchemaWords } from '../../schema-fields/index.ts';
import { PairsField, type ValueInputProps } from '../../value-fields/index.ts';

const expressions = '{{ input.name }} inserts a value.';

interface ObjectFieldProps {
  label: string;
  description: string;
  error: string | undefined;
  required: boolean;
  value: unknown;
  isReadOnly: boolean;
  /** Undefined removes the field. */
  onChange: (value: unknown) => void;
}

/** Names with values, such as the variables that a step sets. */
export function FieldsOfStep({ label, description, error, required, value, ...rest }: ObjectFieldProps) {
  const { isReadOnly, onChange } = rest;
  return (
    <PairsField
      label={label}
      description={
        description.includes('{{') || description === '' ? expressions : `${description}. ${expressions}`
      }
      columns={['Name', 'Value']}
      value={isObject(value) ? value : {}}
      onChange={(next) => onChange(!required && Object.keys(next).length === 0 ? undefined : next)}
      add="Add field"
      isNested
      error={error}
      isReadOnly={isReadOnly}
    />
  );
}

/** The headers of a request. A secret is named, and its value is stored elsewhere. */
export function HeadersOfStep({ label, error, value, isReadOnly, onChange }: ObjectFieldProps) {
  const secrets = useSecretNames();
  return (
    <PairsField
      label={label}
      description="A header is a text, or the name of a stored secret."
      columns={['Header', 'Value']}
      value={isObject(value) ? value : {}}
      onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
      names={['Authorization', 'Accept', 'X-Api-Key']}
      add="Add header"
      renderValue={(field) => <HeaderValue {...field} secrets={secrets} />}
      error={error}
      isReadOnly={isReadOnly}
    />
  );
}

function HeaderValue({
  label,
  value,
  onChange,
  isReadOnly,
  secrets,
}: ValueInputProps & { secrets: string[] }) {
  const secret = isObject(value) ? String(value.secret ?? '') : null;
  return (
    <div className="value-line">
      <Select
        size="xs"
        className="value-kind"
        aria-label={`Kind of ${label}`}
        data={[
          { value: 'text', label: 'Text' },
          { value: 'secret', label: 'Secret' },
        ]}
        value={secret === null ? 'text' : 'secret'}
        onChange={(kind) => onChange(kind === 'secret' ? { secret: secrets[0] ?? '' } : '')}
        allowDeselect={false}
        readOnly={isReadOnly}
      />
      {secret === null ? (
        <TextInput
          size="xs"
          className="value-own"
          aria-label={label}
          placeholder="Value"
          value={String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value, 'text')}
          readOnly={isReadOnly}
        />
      ) : (
        <Autocomplete
          size="xs"
          className="value-own"
          aria-label={label}
          placeholder="Name of the secret"
          data={secrets}
          value={secret}
          onChange={(name) => onChange({ secret: name }, 'secret')}
          readOnly={isReadOnly}
        />
      )}
    </div>
  );
}

/** Returns the names of the secrets that requests of workflows may use. */
function useSecretNames(): string[] {
  const { data } = useQuery({
    queryKey: ['workflow-secrets', 'names'],
    queryFn: ({ signal }) => read(api.GET('/api/workflow-secrets', { signal })),
    enabled: useCan('workflows:read'),
    staleTime: 30_000,
  });
  return data?.secrets.map(({ name }) => name) ?? [];
}

const ofAnswer: SchemaWords = {
  legend: 'Fields of the answer',
  about: 'An answer that lacks a required field, or has another type, fails the step.',
  one: 'field',
};

/** A JSON Schema for what comes back. Without one, everything is taken. */
export function SchemaOfStep({ label, error, value, isReadOnly, onChange }: ObjectFieldProps) {
  return (
    <Stack gap={6}>
      <Switch
        label={label}
        description="For an answer in JSON with known fields."
        checked={isObject(value)}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? { type: 'object', properties: {} } : undefined)
        }
        error={isObject(value) ? undefined : error}
        disabled={isReadOnly}
      />
      {isObject(value) ? (
        <SchemaFields
          schema={value}
          change={onChange}
          error={error}
          isReadOnly={isReadOnly}
          words={ofAnswer}
        />
      ) : null}
    </Stack>
  );
}

interface GroupProps {
  label: string;
  description: string;
  error: string | undefined;
  /** Whether the group may be left out, and what it then is. */
  isOptional: boolean;
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  isReadOnly: boolean;
  children: ReactNode;
}

/** Several fields of one object. */
export function GroupOfStep({
  label,
  description,
  error,
  isOptional,
  isOn,
  setOn,
  isReadOnly,
  children,
}: GroupProps) {
  const said = description.replace(/\. null: .*/, '');
  const parts = (
    <Stack gap="xs">
      {isOptional || said === '' ? null : (
        <Text size="xs" c="dimmed">
          {said}
        </Text>
      )}
      {children}
      {error ? (
        <Text size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      ) : null}
    </Stack>
  );
  if (!isOptional)
    return (
      <Fieldset
        legend={
          <Text fw={600} size="sm">
            {label}
          </Text>
        }
      >
        {parts}
      </Fieldset>
    );
  return (
    <Stack gap={6}>
      <Switch
        label={label}
        description={said}
        checked={isOn}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
        disabled={isReadOnly}
      />
      {isOn ? <div className="value-parts">{parts}</div> : null}
    </Stack>
  );
}
