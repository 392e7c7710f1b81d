/** What the columns of a kind of import may be. */
export interface ColumnRules {
  /** The API's fields, in words. `phoneNumber` is among them, and some column has to be it. */
  fields: Readonly<Record<string, string>>;
  /** Variables that the agent has; null: columns that are no field are left out. */
  variables: readonly string[] | null;
}

/** What columns are whose names do not say it, by their names. */
export type ColumnMapping = Readonly<Record<string, string>>;

const ignored = 'ignore';
/** What the API puts before the columns of a file of refused rows, and leaves out of one that it is sent. */
const refusedColumns = ['importLine', 'importError'];

/** What the API takes a column for: what the mapping says, else the field of its name unless another column is that. */
export function targetOf(name: string, mapping: ColumnMapping, { fields, variables }: ColumnRules): string {
  if (Object.hasOwn(mapping, name)) return mapping[name]!;
  if (refusedColumns.includes(name)) return ignored;
  if (Object.hasOwn(fields, name) && !Object.values(mapping).includes(name)) return name;
  return variables === null ? ignored : `variables.${name}`;
}

/** The mapping after a column was chosen to be something; what goes by its name alone is left out of it. */
export function withTarget(
  mapping: ColumnMapping,
  name: string,
  target: string,
  rules: ColumnRules,
): ColumnMapping {
  const { [name]: _, ...others } = mapping;
  return targetOf(name, others, rules) === target ? others : { ...others, [name]: target };
}

/** What a column can be chosen to be. */
export function targetsFor(name: string, { fields, variables }: ColumnRules) {
  const named = variables === null ? [] : [...new Set([...variables, name])];
  return [
    ...Object.entries(fields).map(([value, label]) => ({ value, label })),
    ...named.map((variable) => ({ value: `variables.${variable}`, label: `Variable ${variable}` })),
    { value: ignored, label: 'Ignore' },
  ];
}
