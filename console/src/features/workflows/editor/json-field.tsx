import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';

interface JsonFieldProps {
  label: string;
  description: string;
  error: string | undefined;
  required: boolean;
  value: unknown;
  fallback: string;
  isReadOnly: boolean;
  onChange: (value: unknown) => void;
}

/** A value as JSON. Invalid JSON stays in this field. */
export function JsonField({ value, fallback, isReadOnly, onChange, ...common }: JsonFieldProps) {
  const [text, setText] = useState(() => textOf(value));
  const given = useRef(JSON.stringify(value));
  // The value was changed elsewhere, for example by undo.
  if (JSON.stringify(value) !== given.current) {
    given.current = JSON.stringify(value);
    setText(textOf(value));
  }
  const read = readText(text);
  return (
    <Textarea
      {...common}
      classNames={{ input: 'mono-input' }}
      error={read.isReadable ? common.error : 'Invalid JSON. Put text in double quotes.'}
      value={text}
      placeholder={fallback}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        const next = readText(currentTarget.value);
        if (!next.isReadable) return;
        given.current = JSON.stringify(next.value);
        onChange(next.value);
      }}
      readOnly={isReadOnly}
      autosize
      minRows={1}
      maxRows={14}
      spellCheck={false}
    />
  );
}

function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

function readText(text: string): { isReadable: boolean; value: unknown } {
  if (text.trim() === '') return { isReadable: true, value: undefined };
  try {
    return { isReadable: true, value: JSON.parse(text) as unknown };
  } catch {
    return { isReadable: false, value: undefined };
  }
}
