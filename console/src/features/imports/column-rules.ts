/** The possible targets of an import's columns. */
export interface ColumnRules {
  /** The API's fields with labels. One column must be `phoneNumber`. */
  fields: Readonly<Record<string, string>>;
  /** The agent's variables. Null leaves out columns that are not fields. */
  variables: readonly string[] | null;
}

/** Targets of columns by their name, where they differ from the name. */
export type ColumnMapping = Readonly<Record<string, string>>;

const ignored = 'ignore';
/** Columns that the API adds to a file of refused rows, and ignores in a file that it receives. */
const refusedColumns = ['importLine', 'importError'];

/**
 * Returns the target that the API gives a column: the mapping, or else the field of its name unless another column has
 * that field.
 */
export function targetOf(name: string, mapping: ColumnMapping, { fields, variables }: ColumnRules): string {
  if (Object.hasOwn(mapping, name)) return mapping[name]!;
  if (refusedColumns.includes(name)) return ignored;
  if (Object.hasOwn(fields, name) && !Object.values(mapping).includes(name)) return name;
  return variables === null ? ignored : `variables.${name}`;
}

/** Returns the mapping after a choice. Targets that follow from the name are left out. */
export function withTarget(
  mapping: ColumnMapping,
  name: string,
  target: string,
  rules: ColumnRules,
): ColumnMapping {
  const { [name]: _, ...others } = mapping;
  return targetOf(name, others, rules) === target ? others : { ...others, [name]: target };
}

/** Returns the possible targets of a column. */
export function targetsFor(name: string, { fields, variables }: ColumnRules) {
  const named = variables === null ? [] : [...new Set([...variables, name])];
  return [
    ...Object.entries(fields).map(([value, label]) => ({ value, label })),
    ...named.map((variable) => ({ value: `variables.${variable}`, label: `Variable ${variable}` })),
    { value: ignored, label: 'Ignore' },
  ];
}
