import { ActionIcon, Button, Checkbox, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isSame } from '../../json-text/index.ts';
import { JsonField } from '../json-field.tsx';
import type { AgentForm } from '../use-agent-form.ts';
import {
  emptyRow,
  type ParameterRow,
  type ParameterType,
  rowsOf,
  rowsProblem,
  schemaOf,
} from './parameter-rows.ts';

const typeLabels: Record<ParameterType, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Object',
  array: 'List',
};
const options = Object.entries(typeLabels).map(([value, label]) => ({ value, label }));

interface ParameterFieldsProps {
  form: AgentForm;
  /** The path of the parameters in the agent. */
  path: string;
  schema: Record<string, unknown>;
  change: (schema: Record<string, unknown>) => void;
  /** How the page speaks of the rows; default: as of a tool's parameters. */
  words?: SchemaWords;
}

interface SchemaWords {
  legend: string;
  about: string;
  /** The name of one row in labels and errors, such as `parameter`. */
  one: string;
}

const ofTool: SchemaWords = {
  legend: 'Parameters',
  about: 'What the model asks the caller for, or knows already, and gives to the tool.',
  one: 'parameter',
};

/** Edits what the model must give, one row for each parameter. A schema that says more is shown as JSON. */
export function ParameterFields({ form, path, schema, change, words = ofTool }: ParameterFieldsProps) {
  const [rows, setRows] = useState(() => rowsOf(schema));
  const { setBroken } = form;
  const isOther = rows === null || !isSame(schemaOf(rows), schemaOf(rowsOf(schema) ?? []));
  const read = isOther ? rowsOf(schema) : rows;
  useEffect(() => {
    if (isOther && read !== null) setRows(read);
  }, [isOther, read]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the fields are removed
  useEffect(() => () => setBroken(path, false), [path]);
  if (read === null)
    return (
      <JsonField
        form={form}
        path={path}
        label={`${words.legend} (JSON Schema)`}
        description="This schema says more than the form can show."
        value={schema}
        onChange={(value) => change(value as Record<string, unknown>)}
      />
    );
  const problem = rowsProblem(read, words.one) ?? form.errorOf(path);
  const set = (next: ParameterRow[]) => {
    setRows(next);
    setBroken(path, rowsProblem(next, words.one) !== null);
    change(schemaOf(next));
  };
  return (
    <fieldset className="tool-part">
      <legend>{words.legend}</legend>
      <Text size="xs" c="dimmed">
        {words.about}
      </Text>
      <Rows rows={read} set={set} isReadOnly={form.isReadOnly} of="" one={words.one} />
      {problem ? (
        <Text size="xs" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
    </fieldset>
  );
}

interface RowsProps {
  rows: readonly ParameterRow[];
  set: (rows: ParameterRow[]) => void;
  isReadOnly: boolean;
  /** The parameter whose parts these are; empty for the tool's own. */
  of: string;
  one: string;
}

function Rows({ rows, set, isReadOnly, of, one }: RowsProps) {
  const put = (index: number, changed: Partial<ParameterRow>) =>
    set(rows.map((row, at) => (at === index ? { ...row, ...changed } : row)));
  return (
    <>
      <ul className="plain-list parameter-rows">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
          <li key={index}>
            <Row
              row={row}
              label={`${of === '' ? one : `part of ${of}`} ${index + 1}`}
              one={one}
              put={(changed) => put(index, changed)}
              remove={() => set(rows.filter((_, at) => at !== index))}
              isReadOnly={isReadOnly}
            />
          </li>
        ))}
      </ul>
      {isReadOnly ? null : (
        <Button variant="default" size="compact-sm" mt={6} onClick={() => set([...rows, emptyRow])}>
          {of === '' ? `Add ${one}` : `Add part of ${of}`}
        </Button>
      )}
    </>
  );
}

interface RowProps {
  row: ParameterRow;
  label: string;
  one: string;
  put: (changed: Partial<ParameterRow>) => void;
  remove: () => void;
  isReadOnly: boolean;
}

function Row({ row, label, one, put, remove, isReadOnly }: RowProps) {
  const hasParts = row.type === 'object' || (row.type === 'array' && row.items === 'object');
  return (
    <>
      <div className="parameter-row">
        <TextInput
          size="xs"
          aria-label={`Name of ${label}`}
          placeholder="name"
          value={row.name}
          onChange={({ currentTarget }) => put({ name: currentTarget.value.trim() })}
          readOnly={isReadOnly}
        />
        <TypeFields row={row} label={label} put={put} isReadOnly={isReadOnly} />
        <TextInput
          size="xs"
          className="parameter-words"
          aria-label={`Description of ${label}`}
          placeholder="What it is, for the model"
          value={row.description}
          onChange={({ currentTarget }) => put({ description: currentTarget.value })}
          readOnly={isReadOnly}
        />
        <Checkbox
          size="xs"
          label="Required"
          aria-label={`${label} is required`}
          checked={row.isRequired}
          onChange={({ currentTarget }) => put({ isRequired: currentTarget.checked })}
          disabled={isReadOnly}
        />
        {isReadOnly ? null : (
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={remove}>
            ×
          </ActionIcon>
        )}
      </div>
      {row.type === 'string' && (row.choices.length > 0 || !isReadOnly) ? (
        <TagsInput
          size="xs"
          mt={4}
          aria-label={`Allowed texts of ${label}`}
          placeholder={row.choices.length > 0 ? '' : 'Any text, or list the allowed ones'}
          value={row.choices}
          onChange={(choices) => put({ choices })}
          readOnly={isReadOnly}
        />
      ) : null}
      {hasParts ? (
        <div className="parameter-parts">
          <Rows
            rows={row.fields}
            set={(fields) => put({ fields })}
            isReadOnly={isReadOnly}
            of={row.name || label}
            one={one}
          />
        </div>
      ) : null}
    </>
  );
}

/** Chooses the type, and that of the items of a list. */
function TypeFields({ row, label, put, isReadOnly }: Omit<RowProps, 'remove' | 'one'>) {
  return (
    <>
      <Select
        size="xs"
        aria-label={`Type of ${label}`}
        data={options}
        value={row.type}
        onChange={(type) => type && put({ type: type as ParameterType })}
        allowDeselect={false}
        readOnly={isReadOnly}
      />
      {row.type === 'array' ? (
        <Select
          size="xs"
          aria-label={`Items of ${label}`}
          data={options
            .filter(({ value }) => value !== 'array')
            .map((one) => ({ ...one, label: `of: ${one.label.toLowerCase()}` }))}
          value={row.items}
          onChange={(items) => items && put({ items: items as ParameterRow['items'] })}
          allowDeselect={false}
          readOnly={isReadOnly}
        />
      ) : null}
    </>
  );
}
