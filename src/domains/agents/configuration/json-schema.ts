import {
  FreeObject,
  isPattern,
  lostReference,
  schemaParts,
  schemaPartsMax,
  typeOfJsonSchema,
} from '../../../platform/http/index.ts';

const bytesMax = 32_768;

/** A JSON Schema that values are held to by this program. */
export const CheckedJsonSchema = FreeObject.superRefine((schema, context) => {
  const message = problemOf(schema);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** The JSON Schema of a tool's arguments, which are always an object. */
export const ParametersSchema = CheckedJsonSchema.refine((schema) => schema.type === 'object', {
  error: 'must be a JSON Schema of type object',
});

/** What is wrong with a JSON Schema, in words; null: nothing. */
function problemOf(schema: Record<string, unknown>): string | null {
  const text = JSON.stringify(schema);
  if (Buffer.byteLength(text) > bytesMax) return `must have at most ${bytesMax} bytes as JSON`;
  // A pattern can be made so that matching takes for ever, and calls wait meanwhile.
  if (hasPattern(schema)) return 'must not have patterns';
  const lost = lostReference(schema);
  if (lost !== null) return `refers to what is no definition of it: ${lost.slice(0, 200)}`;
  const parts = schemaParts(schema);
  // One that refers to itself is for the model alone: no value is held to it.
  if (parts === Number.POSITIVE_INFINITY) return null;
  if (parts > schemaPartsMax)
    return `must have at most ${schemaPartsMax} parts, with what it refers to in its place`;
  try {
    typeOfJsonSchema(schema);
    return null;
  } catch (thrown) {
    return `is not a JSON Schema that is understood: ${(thrown as Error).message.slice(0, 200)}`;
  }
}

function hasPattern(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) => isPattern(key, inner) || key === 'patternProperties' || hasPattern(inner),
  );
}
