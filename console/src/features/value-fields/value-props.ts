/** The properties of the input of a value. */
export interface ValueInputProps {
  /** The name for screen readers. */
  label: string;
  value: unknown;
  /** `part` names what was changed, so that typing is undone at once. */
  onChange: (value: unknown, part?: string) => void;
  isReadOnly: boolean;
  /** The stored form of an empty value; default: null. */
  empty?: null | undefined;
}
