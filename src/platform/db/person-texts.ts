/**
 * The columns of a table that may mention a person in a record about another one. The folder that owns the table declares
 * them, and a data deletion replaces the person's number or id in them.
 */
export interface PersonTexts {
  /** The name of the table. */
  name: string;
  /** The columns of its key after the organization. */
  key: readonly { column: string; type: 'text' | 'bigint' }[];
  json: readonly string[];
  text: readonly string[];
  /** Text columns that hold JSON. */
  encoded?: readonly string[];
  /** A column with a telephone number. Rows with the person's number stay as they are. */
  sparedBy?: string;
}
