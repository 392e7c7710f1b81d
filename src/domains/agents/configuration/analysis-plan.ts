import { z } from 'zod';
import { FreeObject } from '../../../platform/http/index.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be letters, digits, _ and -, at most 64' })
  // No object can have a result by this name.
  .refine((text) => text !== '__proto__', { error: 'must not be __proto__' })
  .describe('Stands for it in the results');

/** A question that a call passes or fails. */
const Rubric = z.strictObject({
  name,
  description: z
    .string()
    .min(1)
    .max(4000)
    .describe('What has to be true of the conversation for it to pass, in words'),
});

/** What is found out about a call after its end, by a language model. */
export const AnalysisPlan = z.strictObject({
  summary: z.boolean().default(true).describe('A few sentences on what happened'),
  sentiment: z.boolean().default(true).describe("The customer's, as `positive`, `neutral` or `negative`"),
  structuredDataSchema: FreeObject.refine(isOfObjects, { error: 'must be a JSON Schema of type object' })
    .nullable()
    .default(null)
    .describe('A JSON Schema of type object; the call record holds what was found in `analysis`'),
  rubrics: z
    .array(Rubric)
    .max(50)
    .refine((list) => new Set(list.map((rubric) => rubric.name)).size === list.length, {
      error: 'must not name a rubric twice',
    })
    .default([]),
});
export type AnalysisPlan = z.output<typeof AnalysisPlan>;

/** The type may be said by other parts of the schema than `type`. */
function isOfObjects({ type = 'object' }: Record<string, unknown>): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'));
}
