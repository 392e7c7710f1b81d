import type { ParameterRow } from '../../json-text/index.ts';

/** Returns the arguments from the texts of the fields. A field that was left empty is not sent, unless it is a required text. */
export function argumentsOf(
  rows: readonly ParameterRow[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  const given = rows.map((row) => [row.name, argumentOf(row, values[row.name])] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function argumentOf(row: ParameterRow, value: unknown): unknown {
  const { type, items, fields, isRequired } = row;
  if (type === 'other') return value === '' && !isRequired ? undefined : value;
  if (type === 'object') {
    const inner = argumentsOf(fields, (value ?? {}) as Record<string, unknown>);
    return isRequired || Object.keys(inner).length > 0 ? inner : undefined;
  }
  if (type !== 'array') return scalarOf(type, value, isRequired);
  if (items === 'object') {
    if (value === undefined) return isRequired ? [] : undefined;
    return [argumentsOf(fields, value as Record<string, unknown>)];
  }
  const list = Array.isArray(value) ? value : [];
  if (list.length === 0 && !isRequired) return undefined;
  return list.map((one) => scalarOf(items, one, true));
}

function scalarOf(type: ParameterRow['type'], value: unknown, isRequired: boolean): unknown {
  const text = typeof value === 'string' ? value : '';
  if (text === '') return type === 'string' && isRequired ? '' : undefined;
  if (type === 'boolean') return text === 'true';
  // A text that is no number is sent as it is, and refused by name.
  if (type === 'number' || type === 'integer') return Number.isNaN(Number(text)) ? text : Number(text);
  return text;
}
