/** What the input of a value receives. */
export interface ValueInputProps {
  /** The name for screen readers. */
  label: string;
  value: unknown;
  /** `part` names what was changed, so that typing is undone at once. */
  onChange: (value: unknown, part?: string) => void;
  isReadOnly: boolean;
  /** What an empty value is stored as; default: null. */
  empty?: null | undefined;
}
