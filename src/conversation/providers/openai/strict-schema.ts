import type { JsonSchema } from '../interfaces/index.ts';

/** Deeper schemas are taken as they are, without being held to the letter. */
const depthMax = 10;

/**
 * Whether a schema is of the kind that OpenAI can hold a model to: every object names all its properties as
 * required and allows no others. Schemas that are not would be refused if it were asked for.
 */
export function isStrictSchema(schema: JsonSchema, depth = 0): boolean {
  if (depth > depthMax) return false;
  const { type, properties, required, additionalProperties, items, anyOf } = schema;
  if (type === 'object' || properties !== undefined) {
    if (additionalProperties !== false || typeof properties !== 'object' || properties === null) return false;
    const names = Object.keys(properties);
    if (!Array.isArray(required) || names.some((name) => !required.includes(name))) return false;
  }
  const parts = [
    ...Object.values(typeof properties === 'object' && properties !== null ? properties : {}),
    ...(Array.isArray(anyOf) ? anyOf : []),
    ...(items === undefined ? [] : [items]),
  ];
  return parts.every(
    (part) => typeof part === 'object' && part !== null && isStrictSchema(part as JsonSchema, depth + 1),
  );
}
