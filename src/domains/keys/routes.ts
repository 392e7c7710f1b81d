import { z } from 'zod';
import type { AccessState, SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  defineRoute,
  nextPageUrl,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { getApiKey, listApiKeys } from './read.ts';
import { ApiKey, ApiKeyPage, CreateApiKey, CreatedApiKey } from './schemas.ts';
import { createApiKey, revokeApiKey } from './write.ts';

const params = z.object({ apiKeyId: z.string() });
const path = '/api/api-keys';

export function keyRoutes(foundation: { db: Database; access: AccessState; secret: SecretKey }): Route[] {
  const { db, access, secret } = foundation;
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createApiKey',
      tag: 'API keys',
      summary: 'Create an API key and show it once',
      description:
        "The scopes must be within those of the requesting API key and of the role of the key's member, else 403 `scope.escalation`. A key is a signed JWT (RFC 7519). A replay by Idempotency-Key returns the same response with `key` null.",
      scope: 'keys:write',
      body: CreateApiKey,
      output: CreatedApiKey,
      status: 201,
      replayed: (created) => ({ ...created, key: null }),
      handle: (context, { body }) => createApiKey({ db, secret, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listApiKeys',
      tag: 'API keys',
      summary: 'List API keys, newest first, including revoked ones',
      scope: 'keys:read',
      query: z.object(pageParameters),
      output: ApiKeyPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listApiKeys({ db, ...context }, pageRequest(query));
        return { apiKeys: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    defineRoute({
      method: 'GET',
      path: `${path}/{apiKeyId}`,
      operationId: 'getApiKey',
      tag: 'API keys',
      summary: "Read an API key's record",
      scope: 'keys:read',
      params,
      output: ApiKey,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getApiKey({ db, ...context }, params.apiKeyId),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{apiKeyId}`,
      operationId: 'revokeApiKey',
      tag: 'API keys',
      summary: 'Revoke an API key at once',
      description:
        'A revoked key stays in the list, with `revokedAt`. Revoking it again changes nothing and also answers 204. Its scopes must be within those of the requesting API key, else 403 `scope.escalation`; an API key can therefore revoke itself.',
      scope: 'keys:write',
      params,
      status: 204,
      errors: [404],
      handle: (context, { params }) => revokeApiKey({ db, access, ...context }, params.apiKeyId),
    }),
  ];
}
