import { Input } from '@mantine/core';
import { ValueInput } from './pairs-field.tsx';
import type { ValueInputProps } from './value-props.ts';

interface ValueFieldProps extends ValueInputProps {
  description?: string;
  error: string | undefined;
  required?: boolean;
}

/** A value of any type, with a label of its own. */
export function ValueField({ description, error, required = false, ...input }: ValueFieldProps) {
  return (
    <Input.Wrapper
      label={input.label}
      labelElement="div"
      description={description}
      error={error}
      required={required}
    >
      <div style={{ marginTop: 4 }}>
        <ValueInput {...input} />
      </div>
    </Input.Wrapper>
  );
}
