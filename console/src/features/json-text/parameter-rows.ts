import { isObject } from './json-path.ts';

/** The types that the form offers. `other`: a schema that it shows and keeps, but does not edit. */
export type ParameterType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'other';

/** A property of a JSON Schema as the form edits it. */
export interface ParameterRow {
  name: string;
  type: ParameterType;
  isRequired: boolean;
  description: string;
  /** The only texts that are allowed; empty for any. */
  choices: string[];
  /** The type of a list's items. */
  items: Exclude<ParameterType, 'array' | 'other'>;
  /** The parts of an object, or of each object of a list. */
  fields: ParameterRow[];
  /** Keywords without a field, such as `pattern`. They are kept. Of `other`, the whole schema. */
  rest: Schema;
  /** Keywords without a field of the items of a list. */
  itemsRest: Schema;
}

export type Schema = Record<string, unknown>;

export const emptyRow: ParameterRow = {
  ...{ name: '', type: 'string', isRequired: true, description: '' },
  ...{ choices: [], items: 'string', fields: [], rest: {}, itemsRest: {} },
};

const simpleTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'object']);

/** Returns the rows of a JSON Schema of type object; null for a schema of another type. */
export function rowsOf(schema: Schema): ParameterRow[] | null {
  const { type = 'object', properties = {}, required = [] } = schema;
  if (type !== 'object' || !isObject(properties) || !Array.isArray(required)) return null;
  const names = [...new Set([...Object.keys(properties), ...required.map(String)])];
  return names.map((name) => readRow(name, properties[name], required.includes(name)));
}

function readRow(name: string, value: unknown, isRequired: boolean): ParameterRow {
  const own = isObject(value) ? value : {};
  const other: ParameterRow = { ...emptyRow, name, isRequired, type: 'other', rest: own };
  const { type, description = '', ...further } = own;
  if (typeof description !== 'string') return other;
  const row = { ...emptyRow, name, isRequired, description };
  if (type === 'array') return readList(row, further) ?? other;
  if (!simpleTypes.has(type)) return other;
  return withParts({ ...row, type: type as ParameterRow['items'] }, further) ?? other;
}

/** Returns a row with the choices or the parts of its type, and with the keywords that have no field. */
function withParts(row: ParameterRow, { properties, required, ...rest }: Schema): ParameterRow | null {
  if (row.type === 'object') {
    const fields = rowsOf({ properties: properties ?? {}, required: required ?? [] });
    return fields && { ...row, fields, rest };
  }
  const { enum: choices, ...others } = rest;
  if (row.type === 'string' && isTexts(choices)) return { ...row, choices, rest: others };
  return { ...row, rest: { ...rest, ...given({ properties, required }) } };
}

function readList(row: ParameterRow, { items, ...rest }: Schema): ParameterRow | null {
  if (!isObject(items) || !simpleTypes.has(items.type)) return null;
  const { type, ...further } = items;
  const list: ParameterRow = { ...row, type: 'array', items: type as ParameterRow['items'], rest };
  if (type !== 'object') return { ...list, itemsRest: further };
  const { properties = {}, required = [], ...itemsRest } = further;
  const fields = rowsOf({ properties, required });
  return fields && { ...list, fields, itemsRest };
}

const given = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

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

/** Returns a schema with other properties. Its other keywords stay. */
export function withRows(schema: Schema, rows: readonly ParameterRow[]): Schema {
  return { ...furtherOf(schema), ...schemaOf(rows) };
}

/** Returns the keywords of a schema that are no properties. */
export function furtherOf({ type: _, properties: _all, required: _needed, ...rest }: Schema): Schema {
  return rest;
}

function propertyOf(row: ParameterRow): Schema {
  const { type, description, choices, items, fields, rest, itemsRest } = row;
  const said = description === '' ? {} : { description };
  if (type === 'other') return rest;
  if (type === 'object') return { ...schemaOf(fields), ...rest, ...said };
  if (type === 'array')
    return {
      type,
      items: { ...(items === 'object' ? schemaOf(fields) : { type: items }), ...itemsRest },
      ...rest,
      ...said,
    };
  return { type, ...said, ...(type === 'string' && choices.length > 0 && { enum: choices }), ...rest };
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
