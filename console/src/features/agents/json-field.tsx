import { Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { parseJson } from '../../ui/index.ts';
import { canonical } from '../json-text/index.ts';
import type { AgentForm } from './use-agent-form.ts';

interface JsonFieldProps {
  form: AgentForm;
  /** The API's name of the field. It also identifies invalid JSON. */
  path: string;
  label: string;
  description?: string;
  value: unknown;
  onChange: (value: unknown) => void;
  minRows?: number;
}

/** A value that is edited as JSON. Invalid input stays in the field, and the page cannot be saved meanwhile. */
export function JsonField({ form, path, label, description, value, onChange, minRows = 4 }: JsonFieldProps) {
  const [text, setText] = useState(() => write(value));
  const [problem, setProblem] = useState<string | null>(null);
  const { setBroken } = form;
  // A change from elsewhere is shown. What is being typed is not reformatted.
  const isOther = problem === null && canonical(parse(text)) !== canonical(value);
  useEffect(() => {
    if (isOther) setText(write(value));
  }, [isOther, value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the field is removed
  useEffect(() => () => setBroken(path, false), [path]);
  const type = (typed: string) => {
    setText(typed);
    try {
      onChange(read(path, typed));
      setProblem(null);
      setBroken(path, false);
    } catch (error) {
      setProblem((error as Error).message);
      setBroken(path, true);
    }
  };
  return (
    <Textarea
      label={label}
      description={description}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      error={problem ?? form.errorOf(path)}
      readOnly={form.isReadOnly}
      autosize
      minRows={minRows}
      maxRows={24}
      classNames={{ input: 'json-field' }}
      spellCheck={false}
    />
  );
}

function read(path: string, text: string): unknown {
  return text.trim() === '' ? null : parseJson(path, text);
}

function parse(text: string): unknown {
  try {
    return read('', text);
  } catch {
    return undefined;
  }
}

function write(value: unknown): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}
