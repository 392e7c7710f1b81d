import { z } from 'zod';
import { keyedProviders } from '../../conversation/providers/catalog.ts';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';

const provider = z.enum(keyedProviders);

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .nullable()
  .describe('The name that agents give as `key`, to choose among several keys of a provider');

const baseUrl = z
  .string()
  .max(500)
  .check((context) => {
    const message = baseUrlProblem(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  })
  .nullable()
  .describe("The URL of another service with the provider's protocol; null: the provider's own");

/** A key is sent in a header, which carries only printable ASCII reliably. */
const apiKey = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[\x21-\x7e]*$/, { error: 'must be printable ASCII without white space' })
  .nullable()
  .describe(
    'Write-only: stored encrypted and never returned. null only with `baseUrl`, for a service without keys',
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
      .describe('The last characters of the key; null when it is short or missing'),
    createdAt: DateTime,
  })
  .meta({ id: 'ProviderKey' });
export type ProviderKey = z.output<typeof ProviderKey>;

export const ProviderKeyPage = z
  .object({ providerKeys: z.array(ProviderKey), metadata: PageMetadata })
  .meta({ id: 'ProviderKeyPage' });

/** Returns what is wrong with a base URL, or null. Egress rules are checked when it is used. */
function baseUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return 'must begin with https:// or http://';
  }
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or password; use apiKey';
  if (url.search !== '' || url.hash !== '') return 'must end with its path, without ? and #';
  return null;
}
