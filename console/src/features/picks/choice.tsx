import { Select } from '@mantine/core';
import type { Pick } from './use-picks.ts';

interface ChoiceProps {
  label: string;
  description?: string;
  /** Empty: nothing is chosen. */
  value: string;
  data: Pick[];
  onChange: (value: string) => void;
  error?: string | undefined;
  required?: boolean;
}

/** One of the organization's things, found by typing its name. */
export function Choice({ value, onChange, required = false, ...select }: ChoiceProps) {
  return (
    <Select
      {...select}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      required={required}
      clearable={!required}
      placeholder={required ? 'Choose one' : 'None'}
      nothingFoundMessage="There is none of that name"
      clearButtonProps={{ 'aria-label': `Clear: ${select.label}` }}
      searchable
    />
  );
}
