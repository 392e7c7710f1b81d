import { nameOf, type ReadDocument, type Schema } from './document.ts';
import { exampleFields, exampleNumber, exampleText, exampleTruth } from './example-values.ts';

/** Deeper parts of an example are left empty. */
const depthMax = 6;

/** Which fields of objects an example has. */
export type Extent = 'required' | 'all';

interface Place {
  /** The field that has the value. */
  name?: string;
  depth?: number;
  /** The named schema with the field. */
  owner?: string;
  /** The field of the object or list with the field. */
  parent?: string;
}

/** Returns a value of a schema. */
export function exampleOf(
  document: ReadDocument,
  given: Schema,
  extent: Extent,
  { name = '', depth = 0, owner = '', parent = '' }: Place = {},
): unknown {
  const schema = document.resolve(given);
  const place = { name, depth: depth + 1, owner: nameOf(given) ?? owner, parent };
  const text = exampleText(name, { format: schema.format, owner: place.owner, parent });
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.includes(text) ? text : schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const variant = depth > depthMax ? variants.find(isShort) : variantOf(document, variants, place.owner);
    if (!variant) return null;
    return exampleOf(document, variant, extent, place);
  }
  const type = [schema.type ?? (schema.properties ? 'object' : [])].flat().find((one) => one !== 'null');
  if (type === 'string') return (text ?? '…').slice(0, schema.maxLength);
  if (type === 'boolean') return schema.default ?? exampleTruth(name);
  if (type === 'integer' || type === 'number') return numberOf(schema, name);
  if (type === 'array') {
    const { items, minItems = 0 } = schema;
    const length = depth >= depthMax - 1 ? minItems : Math.max(minItems, 1);
    return items ? Array.from({ length }, () => exampleOf(document, items, extent, place)) : [];
  }
  const { properties = {}, required = [] } = schema;
  const isShown = (field: string) => required.includes(field) || (extent === 'all' && depth < depthMax - 2);
  const all = Object.entries(properties);
  const some = all.filter(([field]) => isShown(field));
  // A change of something names one field at least.
  const shown = some.length === 0 && depth === 0 ? all.slice(0, 1) : some;
  if (schema.properties === undefined) return exampleFields(name, parent || place.owner);
  return Object.fromEntries(
    shown.map(([field, part]) => [
      field,
      exampleOf(document, part, extent, { ...place, name: field, parent: name }),
    ]),
  );
}

/** Whether a variant has no parts, so that an example of it ends there. */
const isShort = (variant: Schema) =>
  variant.const !== undefined || ['string', 'number', 'integer', 'boolean'].includes(String(variant.type));

/** Returns the variant that an example has: the one with the text of a field as its constant, or else the first one. */
function variantOf(document: ReadDocument, variants: readonly Schema[], owner: string): Schema | undefined {
  const meant = variants.filter(({ type }) => type !== 'null');
  const isUsual = (variant: Schema) =>
    Object.entries(document.resolve(variant).properties ?? {}).some(([field, schema]) => {
      const text = exampleText(field, { owner: nameOf(variant) ?? owner });
      return text !== undefined && (schema.const === text || schema.enum?.includes(text));
    });
  return meant.find(isUsual) ?? meant[0];
}

function numberOf({ default: usual, minimum = 0, maximum = Infinity }: Schema, name: string): number {
  const number = typeof usual === 'number' ? usual : (exampleNumber(name) ?? 1);
  return Math.min(Math.max(number, minimum), maximum);
}
