/** Opens a value that was sealed for `place`, and seals it for the same place with the current key. */
export type Reseal = (sealed: Buffer, place: string) => Buffer;

/** The key columns of a row, as text. */
export type RowKey = Readonly<Record<string, string>>;

/** A column with sealed secrets, which a rotation of the key must seal again. */
export interface ResealedColumn {
  table: string;
  column: string;
  /** The primary key, `organization_id` first. */
  key: readonly string[];
  /** Returns the stored value (never null) with everything in it sealed again. */
  again(value: unknown, row: RowKey, reseal: Reseal): unknown;
}
