/** Opens what was sealed for `place`, and seals it for the same place with the current key. */
export type Reseal = (sealed: Buffer, place: string) => Buffer;

/** The text of the columns that name a row. */
export type RowKey = Readonly<Record<string, string>>;

/** A column that holds sealed secrets: what a rotation of the key has to go through. */
export interface ResealedColumn {
  table: string;
  column: string;
  /** The primary key, `organization_id` first. */
  key: readonly string[];
  /** The stored value, null left out, with everything in it sealed again. */
  again(value: unknown, row: RowKey, reseal: Reseal): unknown;
}
