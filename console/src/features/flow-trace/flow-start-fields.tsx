import './flow-trace.css';
import { NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { ErrorOf } from '../../ui/index.ts';
import { flowView } from '../flow-stages/index.ts';
import { type FlowStartDraft, startFields, type VariableField } from './flow-start.ts';

interface FlowStartFieldsProps {
  flow: unknown;
  start: FlowStartDraft;
  onChange: (start: FlowStartDraft) => void;
  /** Returns the problem of a field, such as `flow.variables.guests`. */
  errorOf: ErrorOf;
}

/** Where a test of a flow begins, and what is known then. */
export function FlowStartFields({ flow, start, onChange, errorOf }: FlowStartFieldsProps) {
  const { stage, texts } = start;
  const stages = useMemo(() => flowView(flow).stages.map(({ name }) => name), [flow]);
  const { likely, others } = useMemo(() => startFields(flow, stage), [flow, stage]);
  const set = (name: string, text: string) => onChange({ stage, texts: { ...texts, [name]: text } });
  const grid = (fields: readonly VariableField[]) => (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" w="100%">
      {fields.map((field) => (
        <VariableInput
          key={field.name}
          field={field}
          text={texts[field.name] ?? ''}
          onChange={(text) => set(field.name, text)}
          error={errorOf(`flow.variables.${field.name}`)}
        />
      ))}
    </SimpleGrid>
  );
  return (
    <Stack gap="sm" w="100%" maw={640}>
      <Select
        label="Begin at"
        data={[
          { value: '', label: 'The beginning' },
          ...stages.map((name) => ({ value: name, label: `Stage ${name}` })),
        ]}
        value={stages.includes(stage) ? stage : ''}
        onChange={(value) => onChange({ stage: value ?? '', texts })}
        allowDeselect={false}
        searchable={stages.length > 10}
        error={errorOf('flow.stage')}
        maw={313}
      />
      {stage !== '' && likely.length > 0 ? grid(likely) : null}
      {stage !== '' && others.length > 0 ? (
        <details className="flow-more">
          <summary>{likely.length > 0 ? 'More variables' : 'Variables'}</summary>
          {grid(others)}
        </details>
      ) : null}
    </Stack>
  );
}

interface VariableInputProps {
  field: VariableField;
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
}

function VariableInput({ field, text, onChange, error }: VariableInputProps) {
  const { name, kind, choices, description, min, max } = field;
  const about = { label: name, error, ...(description !== '' && { description }) };
  if (kind === 'choice') {
    return (
      <Select
        {...about}
        data={choices.map(({ value, label }) => ({ value, label }))}
        value={text === '' ? null : text}
        onChange={(value) => onChange(value ?? '')}
        placeholder="Not known"
        clearable
      />
    );
  }
  if (kind === 'integer' || kind === 'number') {
    return (
      <NumberInput
        {...about}
        value={text}
        onChange={(value) => onChange(String(value))}
        allowDecimal={kind === 'number'}
        clampBehavior="none"
        {...(min !== undefined && { min })}
        {...(max !== undefined && { max })}
        placeholder="Not known"
      />
    );
  }
  return (
    <TextInput
      {...about}
      type={kind === 'date' ? 'date' : 'text'}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...(kind === 'text' && { placeholder: 'Not known' })}
    />
  );
}
