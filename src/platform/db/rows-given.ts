/**
 * A common table expression whose rows are handed over as arrays, one a column, in the parameters from `$first` on:
 * `name (columns…, place)`, `place` from 1 on.
 *
 * The limit takes nothing away. For as long as the planner does not know a limit it reckons with few rows, so that the
 * plan that is made once, for any number of rows, looks as cheap as those that know the number, and is kept. Statements
 * that write this much cost more to plan than to run.
 */
export function rowsGiven(name: string, columns: Readonly<Record<string, string>>, first = 1): string {
  const arrays = Object.values(columns).map((type, place) => `$${first + place}::${type}[]`);
  return `${name} as materialized (
    select * from unnest(${arrays.join(', ')}) with ordinality as i (${Object.keys(columns).join(', ')}, place)
    limit cardinality(${arrays[0]}))`;
}
