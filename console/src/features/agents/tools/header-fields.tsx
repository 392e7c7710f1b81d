import { ActionIcon, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isSame } from '../../json-text/index.ts';
import type { AgentForm } from '../use-agent-form.ts';

export type Headers = Record<string, string | { secret: string | true }>;

interface Row {
  name: string;
  isSecret: boolean;
  /** null: a stored secret, which is kept. */
  value: string | null;
}

const rowsOf = (headers: Headers): Row[] =>
  Object.entries(headers).map(([name, value]) =>
    typeof value === 'string'
      ? { name, isSecret: false, value }
      : { name, isSecret: true, value: value.secret === true ? null : value.secret },
  );
const headersOf = (rows: readonly Row[]): Headers =>
  Object.fromEntries(
    rows
      .filter(({ name }) => name !== '')
      .map(({ name, isSecret, value }) => [name, isSecret ? { secret: value ?? true } : (value ?? '')]),
  );

interface HeaderFieldsProps {
  form: AgentForm;
  /** The path of the headers in the agent. */
  path: string;
  headers: Headers;
  change: (headers: Headers) => void;
}

/** Edits the headers of a request, one row for each. Stored secrets are never shown. */
export function HeaderFields({ form, path, headers, change }: HeaderFieldsProps) {
  const { isReadOnly } = form;
  const [kept, setKept] = useState(() => rowsOf(headers));
  const isOther = !isSame(headersOf(kept), headers);
  const rows = isOther ? rowsOf(headers) : kept;
  useEffect(() => {
    if (isOther) setKept(rowsOf(headers));
  }, [isOther, headers]);
  const set = (next: Row[]) => {
    setKept(next);
    change(headersOf(next));
  };
  const put = (index: number, changed: Partial<Row>) =>
    set(rows.map((row, at) => (at === index ? { ...row, ...changed } : row)));
  return (
    <fieldset className="tool-part">
      <legend>Headers</legend>
      <ul className="plain-list parameter-rows">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
          <li key={index} className="parameter-row">
            <HeaderRow
              row={row}
              number={index + 1}
              error={form.errorOf(`${path}.${row.name}`)}
              put={(changed) => put(index, changed)}
              remove={() => set(rows.filter((_, at) => at !== index))}
              isReadOnly={isReadOnly}
            />
          </li>
        ))}
      </ul>
      {isReadOnly ? null : (
        <Button
          variant="default"
          size="compact-sm"
          mt={6}
          onClick={() => set([...rows, { name: '', isSecret: true, value: '' }])}
        >
          Add header
        </Button>
      )}
    </fieldset>
  );
}

interface HeaderRowProps {
  row: Row;
  number: number;
  error: string | undefined;
  put: (changed: Partial<Row>) => void;
  remove: () => void;
  isReadOnly: boolean;
}

function HeaderRow({ row, number, error, put, remove, isReadOnly }: HeaderRowProps) {
  return (
    <>
      <TextInput
        size="xs"
        aria-label={`Name of header ${number}`}
        placeholder="Authorization"
        value={row.name}
        onChange={({ currentTarget }) => put({ name: currentTarget.value.trim() })}
        error={error}
        readOnly={isReadOnly}
      />
      {row.isSecret ? (
        <PasswordInput
          size="xs"
          className="parameter-words"
          aria-label={`Secret of header ${number}`}
          placeholder={row.value === null ? 'Stored. Type to replace it.' : 'Bearer …'}
          value={row.value ?? ''}
          onChange={({ currentTarget }) => put({ value: currentTarget.value })}
          autoComplete="off"
          readOnly={isReadOnly}
        />
      ) : (
        <TextInput
          size="xs"
          className="parameter-words"
          aria-label={`Value of header ${number}`}
          value={row.value ?? ''}
          onChange={({ currentTarget }) => put({ value: currentTarget.value })}
          readOnly={isReadOnly}
        />
      )}
      <Checkbox
        size="xs"
        label="Secret"
        aria-label={`Header ${number} is secret`}
        checked={row.isSecret}
        onChange={({ currentTarget }) => put({ isSecret: currentTarget.checked, value: row.value ?? '' })}
        disabled={isReadOnly}
      />
      {isReadOnly ? null : (
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove header ${number}`} onClick={remove}>
          ×
        </ActionIcon>
      )}
    </>
  );
}
