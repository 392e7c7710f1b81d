import { z } from 'zod';
import { FreeObject } from '../../../platform/http/index.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be letters, digits, _ and -, at most 64' })
  // An object cannot hold a result under this name.
  .refine((text) => text !== '__proto__', { error: 'must not be __proto__' })
  .describe('The name of its result');

/** A question that a call passes or fails. */
const Rubric = z.strictObject({
  name,
  description: z
    .string()
    .min(1)
    .max(4000)
    .describe('The statement about the conversation that must be true to pass'),
});

/** The results that a language model extracts from a call after it ends. */
export const AnalysisPlan = z.strictObject({
  summary: z.boolean().default(true).describe('A few sentences about what happened'),
  sentiment: z
    .boolean()
    .default(true)
    .describe("The customer's sentiment: `positive`, `neutral` or `negative`"),
  structuredDataSchema: FreeObject.refine(isOfObjects, { error: 'must be a JSON Schema of type object' })
    .nullable()
    .default(null)
    .describe('A JSON Schema of type object. The call record holds the extracted data in `analysis`'),
  rubrics: z
    .array(Rubric)
    .max(50)
    .refine((list) => new Set(list.map((rubric) => rubric.name)).size === list.length, {
      error: 'must not contain a rubric name twice',
    })
    .default([]),
});
export type AnalysisPlan = z.output<typeof AnalysisPlan>;

/** Returns whether a schema allows objects. A schema without `type` may state it elsewhere. */
function isOfObjects({ type = 'object' }: Record<string, unknown>): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}
