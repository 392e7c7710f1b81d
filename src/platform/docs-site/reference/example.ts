import type { ReadDocument, Schema } from './document.ts';
import { exampleNumber, exampleText } from './example-values.ts';

/** Deeper parts of an example are left empty. */
const depthMax = 6;

/** Which fields of objects an example has. */
export type Extent = 'required' | 'all';

/** Returns a value of a schema. `name` is the field that has it. */
export function exampleOf(
  document: ReadDocument,
  given: Schema,
  extent: Extent,
  { name = '', depth = 0 } = {},
): unknown {
  const schema = document.resolve(given);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.includes(exampleText(name)) ? exampleText(name) : schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const variant = variants.find(({ type }) => type !== 'null');
    if (!variant || depth > depthMax) return null;
    return exampleOf(document, variant, extent, { name, depth: depth + 1 });
  }
  const type = [schema.type ?? (schema.properties ? 'object' : [])].flat().find((one) => one !== 'null');
  if (type === 'string') return exampleText(name, schema.format);
  if (type === 'boolean') return schema.default ?? true;
  if (type === 'integer' || type === 'number') return numberOf(schema, name);
  if (type === 'array') {
    if (!schema.items || depth >= depthMax - 1) return [];
    return [exampleOf(document, schema.items, extent, { name, depth: depth + 1 })];
  }
  const { properties = {}, required = [] } = schema;
  const shown = Object.entries(properties).filter(
    ([field]) => required.includes(field) || (extent === 'all' && depth < depthMax - 2),
  );
  return Object.fromEntries(
    shown.map(([field, part]) => [
      field,
      exampleOf(document, part, extent, { name: field, depth: depth + 1 }),
    ]),
  );
}

function numberOf({ default: usual, minimum = 0, maximum = Infinity }: Schema, name: string): number {
  const number = typeof usual === 'number' ? usual : (exampleNumber(name) ?? 1);
  return Math.min(Math.max(number, minimum), maximum);
}
