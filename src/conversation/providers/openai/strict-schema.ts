import type { JsonSchema } from '../interfaces/index.ts';

/** Deeper schemas are sent without strict mode. */
const depthMax = 10;

/**
 * Returns whether OpenAI can enforce a schema strictly: every object requires all its properties and allows no others.
 * The service rejects strict mode for any other schema.
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
