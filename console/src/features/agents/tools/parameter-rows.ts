import { canonical } from '../../json-text/index.ts';

export type ParameterType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/** A parameter of a tool as the form edits it. */
export interface ParameterRow {
  name: string;
  type: ParameterType;
  isRequired: boolean;
  description: string;
  /** The only texts that are allowed; empty for any. */
  choices: string[];
  /** The type of a list's items. */
  items: Exclude<ParameterType, 'array'>;
  /** The parts of an object, or of each object of a list. */
  fields: ParameterRow[];
}

export const emptyRow: ParameterRow = {
  ...{ name: '', type: 'string', isRequired: true, description: '' },
  ...{ choices: [], items: 'string', fields: [] },
};

type Schema = Record<string, unknown>;
const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array']);

/** Returns the rows of a JSON Schema of type object; null when it says more than the form can show. */
export function rowsOf(schema: Schema): ParameterRow[] | null {
  const rows = readObject(schema);
  return rows && canonical(schemaOf(rows)) === canonical(withoutEmpty(schema)) ? rows : null;
}

function readObject(schema: Schema): ParameterRow[] | null {
  const { properties = {}, required = [] } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return null;
  const rows = Object.entries(properties).map(([name, value]) =>
    readRow(name, value, required.includes(name)),
  );
  return rows.includes(null) ? null : (rows as ParameterRow[]);
}

function readRow(name: string, value: unknown, isRequired: boolean): ParameterRow | null {
  if (!isObject(value) || !types.has(value.type)) return null;
  const type = value.type as ParameterType;
  const { description = '', enum: choices = [], items } = value;
  if (typeof description !== 'string' || !isTexts(choices)) return null;
  const row = { ...emptyRow, name, type, isRequired, description, choices };
  if (type === 'object') return withFields(row, value);
  if (type !== 'array') return row;
  if (!isObject(items) || !types.has(items.type) || items.type === 'array') return null;
  const list = { ...row, items: items.type as ParameterRow['items'] };
  return items.type === 'object' ? withFields(list, items) : list;
}

function withFields(row: ParameterRow, schema: Schema): ParameterRow | null {
  const fields = readObject(schema);
  return fields && { ...row, fields };
}

/** Returns the JSON Schema of rows. Of rows with the same name the last one counts. */
export function schemaOf(rows: readonly ParameterRow[]): Schema {
  const named = rows.filter(({ name }) => name !== '');
  const required = [...new Set(named.filter(({ isRequired }) => isRequired).map(({ name }) => name))];
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((row) => [row.name, propertyOf(row)])),
    ...(required.length > 0 && { required }),
  };
}

function propertyOf({ type, description, choices, items, fields }: ParameterRow): Schema {
  const said = description === '' ? {} : { description };
  if (type === 'object') return { ...schemaOf(fields), ...said };
  if (type === 'array')
    return { type, items: items === 'object' ? schemaOf(fields) : { type: items }, ...said };
  return { type, ...said, ...(type === 'string' && choices.length > 0 && { enum: choices }) };
}

/** Returns the schema in the form in which `schemaOf` writes it: with properties, and without an empty `required`. */
function withoutEmpty(schema: Schema): Schema {
  const { required, properties, items, ...rest } = schema;
  const isOfObject = rest.type === 'object';
  return {
    ...rest,
    ...(isOfObject && { properties: isObject(properties) ? mapped(properties) : {} }),
    ...(!isOfObject && properties !== undefined && { properties }),
    ...(items !== undefined && { items: isObject(items) ? withoutEmpty(items) : items }),
    ...(Array.isArray(required) && required.length > 0 ? { required: inOrder(required, properties) } : {}),
  };
}

const mapped = (properties: Schema): Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, isObject(one) ? withoutEmpty(one) : one]),
  );

/** The order of `required` has no meaning. */
function inOrder(required: unknown[], properties: unknown): unknown[] {
  const names = isObject(properties) ? Object.keys(properties) : [];
  const known = names.filter((name) => required.includes(name));
  return [...known, ...required.filter((name) => !known.includes(name as string))];
}

/** Returns what is wrong with the rows, each of which is `one`, or null. */
export function rowsProblem(rows: readonly ParameterRow[], one = 'parameter'): string | null {
  const names = rows.map(({ name }) => name);
  if (names.includes('')) return `Each ${one} needs a name.`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `The ${one} ${twice} is listed twice.`;
  for (const { type, items, fields } of rows) {
    const problem =
      type === 'object' || (type === 'array' && items === 'object') ? rowsProblem(fields, one) : null;
    if (problem !== null) return problem;
  }
  return null;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
