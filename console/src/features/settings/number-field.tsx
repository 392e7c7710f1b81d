import { NumberInput } from '@mantine/core';

interface NumberFieldProps {
  label: string;
  description?: string;
  value: number | null;
  onChange: (value: number | null) => void;
  /** Follows the number: "days". */
  unit?: string;
  /** The meaning of an empty field: "For ever". Without it, the field must not be empty. */
  whenEmpty?: string;
  error?: string | undefined;
}

/** A whole number, or empty where `whenEmpty` allows it. The API checks the range. */
export function NumberField(props: NumberFieldProps) {
  const { label, description, value, onChange, unit, whenEmpty, error } = props;
  return (
    <NumberInput
      label={label}
      description={description}
      value={value ?? ''}
      onChange={(given) => onChange(typeof given === 'number' ? given : null)}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      suffix={unit ? ` ${unit}` : ''}
      placeholder={whenEmpty ?? ''}
      hideControls
      error={error}
    />
  );
}
