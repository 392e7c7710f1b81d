import type { ErrorOf } from './error-at.ts';
import type { DraftOf } from './use-draft.ts';

type NameOf<Fields, Value> = {
  [Name in keyof Fields]: Fields[Name] extends Value ? Name : never;
}[keyof Fields] &
  string;

/** The fields of a form, and the props that connect an input to one of them. */
export interface DraftFields<Fields extends object> extends Pick<DraftOf<Fields>, 'draft' | 'change'> {
  errorOf: ErrorOf;
  /** Returns the props of a text input. */
  text: (name: NameOf<Fields, string>) => {
    value: string;
    onChange: (event: { currentTarget: { value: string } }) => void;
    error: string | undefined;
  };
  /** Returns the props of a checkbox or switch. */
  checked: (name: NameOf<Fields, boolean>) => {
    checked: boolean;
    onChange: (event: { currentTarget: { checked: boolean } }) => void;
    error: string | undefined;
  };
  /** Returns the props of an input whose `onChange` is called with the value. */
  value: <Name extends keyof Fields & string>(
    name: Name,
  ) => { value: Fields[Name]; onChange: (value: Fields[Name]) => void; error: string | undefined };
}

/** Connects a form's draft with the errors of its fields. */
export function fieldsOf<Fields extends object>(
  { draft, change }: Pick<DraftOf<Fields>, 'draft' | 'change'>,
  errorOf: ErrorOf,
): DraftFields<Fields> {
  const set = (name: string, value: unknown) => change({ [name]: value } as Partial<Fields>);
  return {
    draft,
    change,
    errorOf,
    text: (name) => ({
      value: draft[name] as string,
      onChange: ({ currentTarget }) => set(name, currentTarget.value),
      error: errorOf(name),
    }),
    checked: (name) => ({
      checked: draft[name] as boolean,
      onChange: ({ currentTarget }) => set(name, currentTarget.checked),
      error: errorOf(name),
    }),
    value: (name) => ({
      value: draft[name],
      onChange: (value) => set(name, value),
      error: errorOf(name),
    }),
  };
}
