/** The columns of rows that a statement takes as parameters, with their SQL types. */
type GivenColumns = Readonly<Record<string, string>>;

/**
 * Returns a common table expression whose rows are parameters from `$first` on, one array for each column
 * (`valuesGiven`): `name (columns…, place)`. `place` counts from 1. The limit removes no row. Its value is a parameter,
 * so the planner assumes few rows. The generic plan then looks as cheap as custom plans, and PostgreSQL keeps it.
 * Planning these statements each time would cost more than running them.
 */
export function rowsGiven(name: string, columns: GivenColumns, first = 1): string {
  const arrays = Object.values(columns).map((type, place) => `$${first + place}::${type}[]`);
  return `${name} as materialized (
    select * from unnest(${arrays.join(', ')}) with ordinality as i (${Object.keys(columns).join(', ')}, place)
    limit cardinality(${arrays[0]}))`;
}

/** Returns the parameters of `rowsGiven`: an array for each column, in the order of `columns`. */
export function valuesGiven<Columns extends GivenColumns>(
  columns: Columns,
  rows: readonly { [Column in keyof Columns]: unknown }[],
): unknown[][] {
  return Object.keys(columns).map((column) => rows.map((row) => row[column] ?? null));
}
