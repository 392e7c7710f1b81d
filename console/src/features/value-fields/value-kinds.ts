import { isObject } from '../json-text/index.ts';

/** The types of a value, with their labels. */
export const valueKinds = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  fields: 'Fields',
  list: 'List',
  empty: 'Empty',
} as const;
export type ValueKind = keyof typeof valueKinds;

export function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'fields';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** Returns a value as another type, with what it has in common with that type. */
export function converted(value: unknown, kind: ValueKind): unknown {
  if (kindOf(value) === kind) return value;
  switch (kind) {
    case 'text':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
    case 'number':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? Number(value)
        : 0;
    case 'boolean':
      return value === 'true' || value === 1;
    case 'fields':
      return {};
    case 'list':
      return value === null || value === undefined || value === '' ? [] : [value];
    default:
      return null;
  }
}
