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
