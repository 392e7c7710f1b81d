/** A column with its parts by id. Titles can repeat, for example when clocks are set back. */
export interface ChartColumn {
  id: string;
  title: string;
  values: Readonly<Record<string, number>>;
}
