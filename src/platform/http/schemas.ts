import { z } from 'zod';

const notADateTime = 'must be an RFC 3339 date-time such as 2026-11-21T09:30:00Z';

/** A date-time of RFC 3339 with any offset, in the years 1 to 9999. Lower-case `t` and `z` (§5.6) become capitals. */
export const DateTimeInput = z
  .string()
  .max(64, { error: notADateTime })
  .overwrite((text) => text.toUpperCase())
  .check(z.iso.datetime({ offset: true, error: notADateTime }))
  .refine((text) => !Number.isNaN(Date.parse(text)) && !text.startsWith('0000'), { error: notADateTime });

/** A date-time in an answer: RFC 3339 in UTC. */
export const DateTime = z.iso.datetime().describe('RFC 3339, UTC');

const notAFreeObject = 'must be an object';

/**
 * An object whose keys the caller defines. It is passed on uncopied, because zod would copy it key by key. The body
 * limit bounds its size.
 */
export const FreeObject = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: (issue) => (issue.input === undefined ? 'is required' : notAFreeObject) },
  )
  .meta({ type: 'object', additionalProperties: true });

/** A whole number in a query string. */
export function integerParameter(min: number, max: number) {
  const words = `must be an integer from ${min} to ${max}`;
  return z
    .string({ error: (issue) => (Array.isArray(issue.input) ? 'must be given once' : words) })
    .regex(/^-?\d{1,15}$/, { error: words })
    .transform(Number)
    .pipe(z.number().int().min(min, { error: words }).max(max, { error: words }))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** The schemas that `listParameter` created. */
export const lists = new WeakSet<z.ZodType>();

/** A list in a query string, in any notation that `queryReader` accepts. `items` receives the array of texts. */
export function listParameter<Items extends z.ZodType>(items: Items) {
  const textsOf = (given: unknown) =>
    given === undefined
      ? given
      : [given].flat().flatMap((text) =>
          String(text)
            .split(',')
            .map((one) => one.trim()),
        );
  const list = z.preprocess(textsOf, items);
  lists.add(list);
  return list;
}

/** A date-time in a query string. */
export const DateTimeParameter = z
  .string({ error: 'must be given once' })
  .pipe(DateTimeInput)
  .meta({ type: 'string', format: 'date-time' });

/** Returns whether a text is a BCP 47 tag. */
export const isLanguage = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/** A language as a BCP 47 tag. */
export const Language = z
  .string()
  .max(35)
  .refine(isLanguage, { error: 'must be a BCP 47 language tag such as en-US' });

/** The body of every error. */
export const ErrorBody = z
  .object({
    error: z.string().describe('What is wrong; for a validation error `<field>: <message>`'),
    code: z.string().describe('Stable and machine-readable, such as `agent.not_found`'),
    requestId: z.string().describe('The `x-request-id` of the answer'),
    details: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .describe('Every failing field of a validation error'),
  })
  .meta({ id: 'Error' });

/** A body that is passed on as it arrives. It can be read once, and is received no faster than it is read. */
export const Upload = z.custom<AsyncIterable<Buffer>>().meta({ type: 'string', format: 'binary' });
