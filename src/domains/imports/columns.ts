import { type FieldError, invalid } from '../../platform/kernel/index.ts';

/** The meaning of each column of a file: a field, `variables.<name>`, or null for an ignored column. */
export interface ColumnPlan {
  header: string[];
  targets: (string | null)[];
}

/** The columns that a kind of import knows. */
export interface ColumnRules {
  fields: readonly string[];
  /** Whether an unknown column is a variable. Otherwise it is ignored. */
  withVariables: boolean;
}

/** The first columns of a file of refused rows, which can be corrected and sent again. */
export const refusedColumns = ['importLine', 'importError'];

const columnsMax = 200;
const nameCharactersMax = 100;
/** The name that ignores a column. */
const ignored = 'ignore';

/**
 * Returns the meaning of each column: by `mapping` (column → field, `variables.<name>` or `ignore`), else the field of
 * the same name, else a variable. Ignores columns without a name. Throws a 400 that names the problems.
 */
export function planColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  rules: ColumnRules,
): ColumnPlan {
  const names = header.map((name) => name.trim());
  const errors = [...headerErrors(names), ...mappingErrors(names, mapping, rules)];
  if (errors.length > 0) throw invalid(errors);
  const targets = names.map((name) => targetOf(name, mapping, rules));
  const twice = targets.find((target, i) => target !== null && targets.indexOf(target) !== i);
  if (twice !== undefined) throw invalid('columns', `two columns are mapped to ${twice}`);
  if (!targets.includes('phoneNumber'))
    throw invalid('phoneNumber', 'is no column of the file; name the column with the numbers in `columns`');
  return { header: names, targets };
}

function targetOf(
  name: string,
  mapping: Readonly<Record<string, string>>,
  rules: ColumnRules,
): string | null {
  const mapped = Object.hasOwn(mapping, name) ? mapping[name]! : undefined;
  if (mapped !== undefined) return mapped === ignored ? null : mapped;
  if (name === '' || refusedColumns.includes(name)) return null;
  if (rules.fields.includes(name))
    return Object.values(mapping).includes(name) ? variable(name, rules) : name;
  return variable(name, rules);
}

function variable(name: string, rules: ColumnRules): string | null {
  return rules.withVariables ? `variables.${name}` : null;
}

function headerErrors(names: string[]): FieldError[] {
  if (names.length > columnsMax) return [{ field: 'body', message: `has more than ${columnsMax} columns` }];
  const wrong = (message: string): FieldError => ({ field: 'body', message });
  return names.flatMap((name, i) => {
    if (name.length > nameCharactersMax)
      return [
        wrong(`has a column whose name is longer than ${nameCharactersMax} characters: column ${i + 1}`),
      ];
    if (name === '__proto__') return [wrong('must not have a column __proto__')];
    if (name !== '' && names.indexOf(name) !== i) return [wrong(`has two columns named ${name}`)];
    return [];
  });
}

function mappingErrors(
  names: string[],
  mapping: Readonly<Record<string, string>>,
  { fields, withVariables }: ColumnRules,
): FieldError[] {
  return Object.entries(mapping).flatMap(([name, target]) => {
    const isKnown =
      target === ignored || fields.includes(target) || (withVariables && /^variables\../s.test(target));
    if (!names.includes(name)) return [{ field: `columns.${name}`, message: 'is no column of the file' }];
    if (isKnown && target !== 'variables.__proto__') return [];
    const known = [...fields, ...(withVariables ? ['variables.<name>'] : []), ignored].join(', ');
    return [{ field: `columns.${name}`, message: `must be one of ${known}` }];
  });
}
