import type { Kind } from './kinds.ts';
import { PickSelect } from './pick-select.tsx';

interface ChoiceProps {
  label: string;
  kind: Kind;
  /** Empty: nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Of phone numbers: those of this trunk alone. */
  trunkId?: string | undefined;
  error?: string | undefined;
  required?: boolean;
}

/** One of the organization's things in a form. */
export function Choice({ required = false, ...select }: ChoiceProps) {
  return (
    <PickSelect
      {...select}
      required={required}
      clearable={!required}
      placeholder={required ? 'Choose one' : 'None'}
      clearButtonProps={{ 'aria-label': `Clear: ${select.label}` }}
    />
  );
}
