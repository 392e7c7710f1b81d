import { z } from 'zod';
import { keyedProviders } from '../../conversation/providers/catalog.ts';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';
import { baseUrlProblem } from './base-url.ts';

const provider = z.enum(keyedProviders);

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .nullable()
  .describe('What agents ask for it by with `key`, where an organization has several of one provider');

const baseUrl = z
  .string()
  .max(500)
  .check((context) => {
    const message = baseUrlProblem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  })
  .nullable()
  .describe("Where the service is, for one that speaks the provider's protocol; null: the provider's own");

/** A key goes into a header, where only printable ASCII is sure to arrive as it is. */
const apiKey = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[\x21-\x7e]*$/, { error: 'must be printable ASCII without white space' })
  .nullable()
  .describe(
    'Write-only: stored encrypted and never returned. Null only with `baseUrl`, for a service that wants none',
  );

export const CreateProviderKey = z
  .strictObject({
    provider,
    apiKey: apiKey.default(null),
    baseUrl: baseUrl.default(null),
    name: name.default(null),
  })
  .meta({ id: 'CreateProviderKey' });
export type CreateProviderKey = z.output<typeof CreateProviderKey>;

export const ProviderKey = z
  .object({
    providerKeyId: z.string(),
    provider,
    name,
    baseUrl,
    lastFour: z
      .string()
      .nullable()
      .describe('The last characters of the key; null where it is short or there is none'),
    createdAt: DateTime,
  })
  .meta({ id: 'ProviderKey' });
export type ProviderKey = z.output<typeof ProviderKey>;

export const ProviderKeyPage = z
  .object({ providerKeys: z.array(ProviderKey), metadata: PageMetadata })
  .meta({ id: 'ProviderKeyPage' });
