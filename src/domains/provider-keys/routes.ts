import { z } from 'zod';
import {
  defineRoute,
  nextPageUrl,
  pageParameters,
  pageRequest,
  type Route,
} from '../../platform/http/index.ts';
import { catalogRoutes, type ProviderParts } from './catalog-routes.ts';
import { listProviderKeys } from './read.ts';
import { CreateProviderKey, ProviderKey, ProviderKeyPage } from './schemas.ts';
import { createProviderKey, deleteProviderKey } from './write.ts';

const path = '/api/provider-keys';
const tag = 'Provider keys';

const createDescription = `Stores the organization's key for a speech or language provider. Agents name the provider
in \`model\`, \`voice\` and \`transcriber\`. A call uses the newest key of that provider, or the newest with the name
that the agent gives as \`key\`. \`apiKey\` is stored encrypted and never returned; the list shows its last four
characters. \`baseUrl\` points to another service with the same protocol, such as a model server of your own. The
operator decides whether it may be a private address (\`PARLEY_EGRESS_ALLOW\`). \`region\`, \`resource\`, \`apiVersion\` and
\`accessKeyId\` are for the providers that have them.`;

export function providerKeyRoutes(parts: ProviderParts): Route[] {
  const { db, secret } = parts;
  return [
    ...catalogRoutes(parts),
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createProviderKey',
      tag,
      summary: 'Store a provider key',
      description: createDescription,
      scope: 'organization:write',
      body: CreateProviderKey,
      output: ProviderKey,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createProviderKey({ db, secret, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listProviderKeys',
      tag,
      summary: 'List provider keys, newest first, without the keys themselves',
      scope: 'organization:read',
      query: z.object(pageParameters),
      output: ProviderKeyPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listProviderKeys({ db, ...context }, pageRequest(query));
        const nextPage = nextPageUrl(context.baseUrl, path, query, next);
        return { providerKeys: items, metadata: { nextPage } };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{providerKeyId}`,
      operationId: 'deleteProviderKey',
      tag,
      summary: 'Delete an unused provider key; calls in progress keep it',
      scope: 'organization:write',
      params: z.object({ providerKeyId: z.string() }),
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deleteProviderKey({ db, ...context }, params.providerKeyId),
    }),
  ];
}
