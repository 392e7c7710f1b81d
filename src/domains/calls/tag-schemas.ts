import { z } from 'zod';

/** The tags of one call. */
export const tagsMax = 10;

/** A label. Many digits could be a telephone number, which no erasure would find here. */
export const CallTag = z
  .string()
  .min(1)
  .max(40)
  .regex(/^[\p{Ll}\p{Lo}\p{N}]+(?:[ _-][\p{Ll}\p{Lo}\p{N}]+)*$/u, {
    error: 'must be lower-case letters and digits, with single spaces, hyphens or underscores between them',
  })
  .refine((tag) => !/\p{N}{5}/u.test(tag), { error: 'must not have five digits in a row' });

export const CallTags = z
  .object({ tags: z.array(z.string()).describe('In alphabetical order') })
  .meta({ id: 'CallTags' });
export type CallTags = z.output<typeof CallTags>;
