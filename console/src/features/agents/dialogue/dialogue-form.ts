import type { Path } from '../../json-text/index.ts';
import type { Fields, Surroundings } from './edit.ts';

/** A dialogue and the functions of its form. */
export interface DialogueForm {
  dialogue: Fields;
  around: Surroundings;
  isReadOnly: boolean;
  /** Changes the dialogue. Consecutive changes with one name are undone together. */
  change: (dialogue: Fields, name?: string) => void;
  /** Changes one field; undefined removes it. */
  put: (path: Path, value: unknown, name?: string) => void;
  /** Returns the problem of a field, by its path in the dialogue. */
  errorOf: (...path: Path) => string | undefined;
}
