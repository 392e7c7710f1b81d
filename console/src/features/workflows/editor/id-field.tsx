import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { type Kind, useFound, usePick } from '../../picks/index.ts';

const idPattern = /^[a-z]+_[0-9a-z]{26}$/;

interface IdFieldProps extends TextInputProps {
  kind: Kind;
  name: string;
  value: string;
}

/** An id or an expression. Offers resources by name, and shows the name of an id below. */
export function IdField({ kind, name, value, ...field }: IdFieldProps) {
  const [isEntered, setEntered] = useState(false);
  const isId = idPattern.test(value);
  const named = usePick(kind, isId ? value : null)?.label;
  const search = isId || value.includes('{{') ? '' : value;
  const found = useFound({ kind, search, isEnabled: isEntered });
  const list = `${name}-picks`;
  return (
    <>
      <TextInput
        {...field}
        value={value}
        description={named ? `This is ${named}.` : 'Choose by name, or enter an id or {{ an expression }}.'}
        list={list}
        onFocus={() => setEntered(true)}
      />
      <datalist id={list}>
        {found.rows.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </datalist>
    </>
  );
}
