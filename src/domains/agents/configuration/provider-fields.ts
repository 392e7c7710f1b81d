import { z } from 'zod';

/** By which of the organization's provider keys a provider is asked; where it is, the key says. */
export const ProviderKeyName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .nullable()
  .default(null)
  .describe('The `name` of one of the provider keys; null: the newest of the provider');

/** What a provider calls one of its models or voices. */
export const ProviderOwnId = z
  .string()
  .min(1)
  .max(128)
  .nullable()
  .default(null)
  .describe("By the provider's own id; null: its own choice");
