import { z } from 'zod';

const value = z
  .string()
  .max(4096)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must contain only characters allowed in a header' });

const name = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, { error: 'must be a valid header name' })
  .refine((text) => !reserved.has(text.toLowerCase()), {
    error: 'is set by Parley',
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
 * A header value as given and shown. `{secret: "…"}` is stored encrypted and shown as `{secret: true}`; sending that
 * back keeps the stored value.
 */
const HeaderValue = z
  .union([value, z.strictObject({ secret: z.union([value, z.literal(true)]) })], {
    error: 'must be a text, or {secret: "…"}',
  })
  .describe(
    'A text, or `{"secret": "…"}`, which is never shown again. Send `{"secret": true}` to keep the stored secret',
  );

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

/** Headers as stored: `sealed` is the encrypted value in base64. */
export type StoredHeaders = Record<string, string | { sealed: string }>;
