import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface NameFieldProps {
  value: string;
  onChange: (name: string) => void;
  error: ReactNode;
  description?: string;
}

export function NameField({ value, onChange, error, description }: NameFieldProps) {
  return (
    <TextInput
      label="Name"
      {...{ value, error, description }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={100}
      required
      data-autofocus
    />
  );
}
