import { z } from 'zod';
import { roles, scopes } from '../../platform/access/index.ts';
import { DateTime, DateTimeInput, PageMetadata } from '../../platform/http/index.ts';

const exactlyOne = 'must be given, or scopes, but not both';

export const CreateApiKey = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    role: z
      .enum(roles)
      .optional()
      .describe('The key gets all scopes of the role. Give either this or `scopes`'),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .transform((list) => [...new Set(list)])
      .optional()
      .describe('The scopes of the key. Give either this or `role`'),
    memberId: z
      .string()
      .max(64)
      .optional()
      .describe('The member who owns the key; default: the member who creates it'),
    expiresAt: DateTimeInput.nullable().default(null).describe('In the future; null: it does not expire'),
  })
  .refine(({ role, scopes }) => (role === undefined) !== (scopes === undefined), {
    path: ['role'],
    error: exactlyOne,
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.output<typeof CreateApiKey>;

const fields = {
  apiKeyId: z.string(),
  name: z.string(),
  memberId: z.string().describe('The member who owns the key; may have been removed since'),
  role: z.enum(roles).nullable().describe('null when the scopes were chosen individually'),
  scopes: z.array(z.string()),
  expiresAt: DateTime.nullable(),
  revokedAt: DateTime.nullable(),
  createdAt: DateTime,
};

export const ApiKey = z.object(fields).meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof ApiKey>;

export const CreatedApiKey = z
  .object({
    ...fields,
    key: z
      .string()
      .nullable()
      .describe('The key itself, shown only here; null when an Idempotency-Key replays the creation'),
  })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.output<typeof CreatedApiKey>;

export const ApiKeyPage = z
  .object({ apiKeys: z.array(ApiKey), metadata: PageMetadata })
  .meta({ id: 'ApiKeyPage' });
