import { z } from 'zod';
import { roles, scopes } from '../../platform/access/index.ts';
import { DateTime, DateTimeInput, PageMetadata } from '../../platform/http/index.ts';

const exactlyOne = 'must be given, or scopes, and not both';

export const CreateApiKey = z
  .strictObject({
    name: z.string().trim().min(1).max(100),
    role: z
      .enum(roles)
      .optional()
      .describe('The key holds all that the role may do. Either this or `scopes`'),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .transform((list) => [...new Set(list)])
      .optional()
      .describe('What the key may do, one by one. Either this or `role`'),
    memberId: z.string().max(64).optional().describe('Whose key it is; default: the member who makes it'),
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
  memberId: z.string().describe('The member whose key it is, who may have been removed since'),
  role: z.enum(roles).nullable().describe('Null when the scopes were chosen one by one'),
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
      .describe('The key itself, shown here only; null where an Idempotency-Key replays the creation'),
  })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.output<typeof CreatedApiKey>;

export const ApiKeyPage = z
  .object({ apiKeys: z.array(ApiKey), metadata: PageMetadata })
  .meta({ id: 'ApiKeyPage' });
