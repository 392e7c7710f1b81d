import {
  FreeObject,
  isPattern,
  lostReference,
  schemaParts,
  schemaPartsMax,
  typeOfJsonSchema,
} from '../../../platform/http/index.ts';

const bytesMax = 32_768;

/** A JSON Schema that Parley validates values against. */
export const CheckedJsonSchema = FreeObject.superRefine((schema, context) => {
  const message = problemOf(schema);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** The JSON Schema of a tool's arguments, which are always an object. */
export const ParametersSchema = CheckedJsonSchema.refine((schema) => schema.type === 'object', {
  error: 'must be a JSON Schema of type object',
});

/** Returns what is wrong with a JSON Schema, or null. */
function problemOf(schema: Record<string, unknown>): string | null {
  const text = JSON.stringify(schema);
  if (Buffer.byteLength(text) > bytesMax) return `must have at most ${bytesMax} bytes as JSON`;
  // A pattern can take forever to match, and would block every call of the process.
  if (hasPattern(schema)) return 'must not have patterns';
  const lost = lostReference(schema);
  if (lost !== null) return `has a $ref without a definition: ${lost.slice(0, 200)}`;
  const parts = schemaParts(schema);
  // A recursive schema is only given to the model; no value is validated against it.
  if (parts === Number.POSITIVE_INFINITY) return null;
  if (parts > schemaPartsMax)
    return `must have at most ${schemaPartsMax} parts after its references are expanded`;
  try {
    typeOfJsonSchema(schema);
    return null;
  } catch (thrown) {
    return `is not a supported JSON Schema: ${(thrown as Error).message.slice(0, 200)}`;
  }
}

function hasPattern(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => isPattern(key, inner) || key === 'patternProperties' || hasPattern(inner),
  );
}
