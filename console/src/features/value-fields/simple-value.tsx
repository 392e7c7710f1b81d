import { NumberInput, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ValueInputProps } from './value-props.ts';

/** The input of a value without parts. */
export function SimpleValue({ label, value, onChange, isReadOnly }: ValueInputProps) {
  if (typeof value === 'string')
    return (
      <Textarea
        size="xs"
        className="value-own"
        aria-label={label}
        placeholder="Value"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value, 'text')}
        readOnly={isReadOnly}
        autosize
        minRows={1}
        maxRows={8}
      />
    );
  if (typeof value === 'number')
    return <NumberOf label={label} value={value} onChange={onChange} isReadOnly={isReadOnly} />;
  if (typeof value !== 'boolean') return null;
  return (
    <Select
      size="xs"
      className="value-own"
      aria-label={label}
      data={[
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]}
      value={String(value)}
      onChange={(chosen) => onChange(chosen === 'true')}
      allowDeselect={false}
      readOnly={isReadOnly}
    />
  );
}

interface NumberOfProps extends ValueInputProps {
  value: number;
}

/** A number. While the field is empty, the last number stays. */
function NumberOf({ label, value, onChange, isReadOnly }: NumberOfProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <NumberInput
      size="xs"
      className="value-own"
      aria-label={label}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(typeof next === 'number' ? null : next);
        if (typeof next === 'number') onChange(next, 'number');
      }}
      onBlur={() => setTyped(null)}
      readOnly={isReadOnly}
      hideControls
    />
  );
}
