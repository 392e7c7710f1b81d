import { FreeObject, readJsonSchema } from '../../../platform/http/index.ts';

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
  try {
    const { hasPatterns, lostReference } = readJsonSchema(schema);
    // Any other pattern can take forever to match, and would block every call of the process.
    if (hasPatterns)
      return 'must have only patterns that name each character from ^ to $, such as ^\\d{8}$ or ^[A-Z]{2}\\d{4}$';
    if (lostReference === null) return null;
    return `has a $ref without a definition: ${lostReference.slice(0, 200)}`;
  } catch (thrown) {
    return `is not a supported JSON Schema: ${(thrown as Error).message.slice(0, 200)}`;
  }
}
