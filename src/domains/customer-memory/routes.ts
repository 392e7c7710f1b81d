import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, nextPageUrl, pageRequest, type Route } from '../../platform/http/index.ts';
import { getCustomerFact, listCustomerFacts } from './read.ts';
import {
  CreateCustomerFact,
  CustomerFact,
  CustomerFactFilters,
  CustomerFactPage,
  customerNamed,
  ForgetCustomer,
  ForgottenFacts,
  UpdateCustomerFact,
} from './schemas.ts';
import { createCustomerFact, deleteCustomerFact, forgetCustomer, updateCustomerFact } from './write.ts';

const path = '/api/customer-facts';
const tag = 'Customer facts';

const createDescription = `Agents with \`memory\` read it in conversations that begin from now on. It replaces the customer's
fact of the same topic. Numbers of cards and accounts, passwords and codes are refused.`;

export function customerFactRoutes({ db }: { db: Database }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createCustomerFact',
      tag,
      summary: 'Add a fact about a customer',
      description: createDescription,
      scope: 'personalization:write',
      body: CreateCustomerFact,
      output: CustomerFact,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createCustomerFact({ db, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listCustomerFacts',
      tag,
      summary: 'List what is known of a customer, newest first',
      scope: 'personalization:read',
      query: CustomerFactFilters,
      output: CustomerFactPage,
      status: 200,
      async handle(context, { query }) {
        const page = pageRequest(query);
        const { items, next } = await listCustomerFacts({ db, ...context }, customerNamed(query), page);
        return { facts: items, metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) } };
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${path}/forget`,
      operationId: 'forgetCustomer',
      tag,
      summary: 'Delete all facts about a customer',
      description:
        'Deletes the facts of every agent. To delete everything about a person, calls and chats too, use `POST /api/data-deletions`.',
      scope: 'personalization:write',
      body: ForgetCustomer,
      output: ForgottenFacts,
      status: 200,
      handle: (context, { body }) => forgetCustomer({ db, ...context }, body),
    }),
    ...oneFactRoutes({ db }),
  ];
}

function oneFactRoutes({ db }: { db: Database }): Route[] {
  const params = z.object({ factId: z.string() });
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{factId}`,
      operationId: 'getCustomerFact',
      tag,
      summary: 'Read a fact about a customer',
      scope: 'personalization:read',
      params,
      output: CustomerFact,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getCustomerFact({ db, ...context }, params.factId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{factId}`,
      operationId: 'updateCustomerFact',
      tag,
      summary: 'Correct a fact about a customer',
      description: 'The days that it is kept begin again.',
      scope: 'personalization:write',
      params,
      body: UpdateCustomerFact,
      output: CustomerFact,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) => updateCustomerFact({ db, ...context }, params.factId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{factId}`,
      operationId: 'deleteCustomerFact',
      tag,
      summary: 'Delete a fact about a customer',
      scope: 'personalization:write',
      params,
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteCustomerFact({ db, ...context }, params.factId),
    }),
  ];
}
