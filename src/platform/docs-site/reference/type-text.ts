import { escapeHtml } from '../escape.ts';
import { nameOf, type Schema } from './document.ts';

/** Describes the type of a schema in a few words of HTML. */
export function typeHtml(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== null) return `<a href="/docs/api/schemas/${name}">${name}</a>`;
  if (schema.const !== undefined) return valueHtml(schema.const);
  if (schema.enum) return schema.enum.map(valueHtml).join(' or ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeHtml))].join(' or ');
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return 'any value';
  return types.map((type) => simpleType(type, schema)).join(' or ');
}

function simpleType(type: string, schema: Schema): string {
  if (type === 'array') return schema.items ? `list of ${typeHtml(schema.items)}` : 'list';
  if (type === 'object' && !schema.properties && typeof schema.additionalProperties === 'object')
    return `object with values of ${typeHtml(schema.additionalProperties)}`;
  return type === 'string' && schema.format ? escapeHtml(schema.format) : type;
}

function valueHtml(value: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(value))}</code>`;
}

/** Describes the bounds and the default of a schema's values. */
export function boundsText(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const bounds = [
    rangeText(minLength, maxLength, ' characters'),
    rangeText(minimum, maximum, ''),
    rangeText(minItems, maxItems, ' entries'),
    schema.default === undefined ? '' : `default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`,
    schema.examples?.length ? `such as ${schema.examples.map(valueHtml).join(', ')}` : '',
  ];
  return bounds.filter(Boolean).join('; ');
}

/** Bounds that are only those of JSON numbers are omitted. */
function rangeText(min: number | undefined, max: number | undefined, unit: string): string {
  const low = min === undefined || min <= Number.MIN_SAFE_INTEGER ? undefined : min;
  const high = max === undefined || max >= Number.MAX_SAFE_INTEGER ? undefined : max;
  const text = (value: number) => value.toLocaleString('en');
  if (low !== undefined && high !== undefined)
    return low === high ? `${text(low)}${unit}` : `${text(low)} to ${text(high)}${unit}`;
  if (low !== undefined) return low === 0 ? '' : `at least ${text(low)}${unit}`;
  return high === undefined ? '' : `at most ${text(high)}${unit}`;
}
