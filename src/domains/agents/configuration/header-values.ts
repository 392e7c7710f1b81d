import { z } from 'zod';

const value = z
  .string()
  .max(4096)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must be characters that a header can hold' });

const name = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'must be the name of a header' })
  .refine((text) => !reserved.has(text.toLowerCase()), {
    error: 'is set by the program itself',
  });
const reserved = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
]);

/**
 * A header as it is given and shown: `{secret: "…"}` is stored encrypted and shown as `{secret: true}`, which, given
 * back, keeps what is stored.
 */
const HeaderValue = z
  .union([value, z.strictObject({ secret: z.union([value, z.literal(true)]) })], {
    error: 'must be a text, or {secret: "…"}',
  })
  .describe('A text, or `{"secret": "…"}`, which is never shown again: `{"secret": true}` stands for it');

export const Headers = z
  .record(name, HeaderValue)
  .refine((headers) => Object.keys(headers).length <= 30, { error: 'must have at most 30 keys' })
  .refine((headers) => distinct(Object.keys(headers).map((one) => one.toLowerCase())), {
    error: 'must not name a header twice',
  })
  .default({});
export type Headers = z.output<typeof Headers>;

function distinct(names: string[]): boolean {
  return new Set(names).size === names.length;
}

/** As they are stored: `sealed` is the encrypted value in base64. */
export type StoredHeaders = Record<string, string | { sealed: string }>;
