import type { SelectProps } from '@mantine/core';
import type { Kind } from './kinds.ts';
import { PickSelect } from './pick-select.tsx';

interface ChoiceProps extends Pick<SelectProps, 'comboboxProps' | 'description' | 'inputWrapperOrder'> {
  label: string;
  kind: Kind;
  /** Empty when nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Limits phone numbers to those of a trunk. */
  trunkId?: string | undefined;
  error?: string | undefined;
  required?: boolean;
  /** Shown when nothing is chosen. */
  none?: string;
  /** The field gets the focus when its dialog opens. */
  'data-autofocus'?: boolean;
}

/** Chooses one of the organization's resources in a form. */
export function Choice({ required = false, none = 'None', ...select }: ChoiceProps) {
  return (
    <PickSelect
      {...select}
      required={required}
      clearable={!required}
      allowDeselect={!required}
      placeholder={required ? 'Choose one' : none}
      clearButtonProps={{ 'aria-label': `Clear: ${select.label}` }}
    />
  );
}
