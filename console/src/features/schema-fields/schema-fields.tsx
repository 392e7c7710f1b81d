import './schema-fields.css';
import { ActionIcon, Button, Checkbox, Code, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { JsonView } from '../../ui/index.ts';
import {
  emptyRow,
  furtherOf,
  isSame,
  type ParameterRow,
  type ParameterType,
  rowsOf,
  rowsProblem,
  type Schema,
  schemaOf,
  withRows,
} from '../json-text/index.ts';

const typeLabels: Record<Exclude<ParameterType, 'other'>, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Object',
  array: 'List',
};
const options = Object.entries(typeLabels).map(([value, label]) => ({ value, label }));
/** Only a schema that is of no other type is shown as such. */
const other = { value: 'other', label: 'Other' };

interface SchemaFieldsProps {
  schema: Schema;
  change: (schema: Schema) => void;
  /** Called when rows become invalid or valid. Invalid ones are not meant to be saved. */
  setBroken?: (isBroken: boolean) => void;
  error: string | undefined;
  isReadOnly: boolean;
  /** How the page speaks of the rows; default: as of a tool's parameters. */
  words?: SchemaWords;
}

export interface SchemaWords {
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

/** Edits a JSON Schema of type object, one row for each property. Keywords without a field are shown and kept. */
export function SchemaFields(props: SchemaFieldsProps) {
  const { schema, change, setBroken, error, isReadOnly, words = ofTool } = props;
  const stored = rowsOf(schema);
  const [kept, setKept] = useState(stored ?? []);
  // A change from elsewhere is shown. Rows that are being named are kept.
  const rows = stored === null || !isSame(schemaOf(kept), schemaOf(stored)) ? stored : kept;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the fields are removed
  useEffect(() => () => setBroken?.(false), []);
  const set = (next: ParameterRow[]) => {
    setKept(next);
    setBroken?.(rowsProblem(next, words.one) !== null);
    change(withRows(stored === null ? {} : schema, next));
  };
  const problem = (rows && rowsProblem(rows, words.one)) ?? error;
  const further = furtherOf(schema);
  return (
    <fieldset className="tool-part">
      <legend>{words.legend}</legend>
      <Text size="xs" c="dimmed">
        {words.about}
      </Text>
      {rows === null ? (
        <OtherSchema schema={schema} replace={isReadOnly ? null : () => set([])} />
      ) : (
        <>
          <Rows rows={rows} set={set} isReadOnly={isReadOnly} of="" one={words.one} />
          <Further rest={further} />
        </>
      )}
      {problem ? (
        <Text size="xs" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
    </fieldset>
  );
}

/** A schema that is not of type object. It was written through the API. */
function OtherSchema({ schema, replace }: { schema: Schema; replace: (() => void) | null }) {
  return (
    <>
      <Text size="xs" mt={6}>
        This JSON Schema was set through the API, and is no list of fields. It stays as it is.
      </Text>
      <JsonView value={schema} label="JSON Schema" />
      {replace ? (
        <Button variant="default" size="compact-sm" mt={6} onClick={replace}>
          Replace it with fields
        </Button>
      ) : null}
    </>
  );
}

/** The keywords of a schema that have no field. */
function Further({ rest }: { rest: Schema }) {
  const entries = Object.entries(rest);
  if (entries.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
      Also set, and kept:{' '}
      {entries.map(([name, value], index) => (
        <span key={name}>
          {index > 0 ? ', ' : ''}
          <Code>
            {name}: {JSON.stringify(value)}
          </Code>
        </span>
      ))}
    </Text>
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
      <Further rest={{ ...row.rest, ...(row.type === 'array' && row.itemsRest) }} />
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
        data={row.type === 'other' ? [...options, other] : options}
        value={row.type}
        // The kept keywords are those of the earlier type.
        onChange={(type) =>
          type && type !== row.type && put({ type: type as ParameterType, rest: {}, itemsRest: {} })
        }
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
          onChange={(items) => items && put({ items: items as ParameterRow['items'], itemsRest: {} })}
          allowDeselect={false}
          readOnly={isReadOnly}
        />
      ) : null}
    </>
  );
}
