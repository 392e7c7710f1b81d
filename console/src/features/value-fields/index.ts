export { PairsField, ValueInput } from './pairs-field.tsx';
export { ValueField } from './value-field.tsx';
export type { ValueInputProps } from './value-props.ts';
