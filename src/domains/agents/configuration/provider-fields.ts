import { z } from 'zod';

/** The provider key to use, named by the provider key itself. */
export const ProviderKeyName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .nullable()
  .default(null)
  .describe('The `name` of one of the provider keys; null: the newest of the provider');

/** The id of a model or voice in the provider's own catalogue. */
export const ProviderOwnId = z
  .string()
  .min(1)
  .max(128)
  .nullable()
  .default(null)
  .describe("The provider's id; null: the provider's default");

/** The most characters of an agent's `providerOptions`, as JSON. */
const providerOptionsLengthMax = 10_000;

/** Options of a vendor's own. Only their size is checked. */
export const ProviderOptions = z
  .record(z.string(), z.unknown())
  .refine((options) => JSON.stringify(options).length <= providerOptionsLengthMax, {
    error: `must have at most ${providerOptionsLengthMax} characters as JSON`,
  })
  .nullable()
  .default(null)
  .describe('Further options of the provider, which are passed through unchecked');
