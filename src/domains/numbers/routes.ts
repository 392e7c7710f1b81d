import { z } from 'zod';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { getPhoneNumber, listPhoneNumbers } from './read.ts';
import { CreatePhoneNumber, PhoneNumber, PhoneNumberPage, UpdatePhoneNumber } from './schemas.ts';
import { createPhoneNumber, deletePhoneNumber, updatePhoneNumber } from './write.ts';

const params = z.object({ phoneNumberId: z.string() });
const path = '/api/phone-numbers';
const tag = 'Phone numbers';

const createDescription = `A number belongs to the first organization of the installation that adds it. The first answered
call over the number's trunk proves the claim (\`provenAt\`). A claim that is not proven within 30 days does not prevent other
organizations from adding the number. A number of another organization is refused with the same 400 as an invalid number.
Unassigned numbers are accepted. Without \`trunkId\`, calls with this number as caller id are queued and held. An inbound
call is matched by the called number, then by whether its source belongs to the number's trunk.`;

const updateDescription = `\`phoneNumber\` cannot be changed; create another resource. Calls held because the number had no trunk,
or its trunk was down, become due when the number gets another one.`;

export function phoneNumberRoutes({ db, notifier }: { db: Database; notifier: Notifier }): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createPhoneNumber',
      tag,
      summary: 'Create a phone number',
      description: createDescription,
      scope: 'telephony:write',
      body: CreatePhoneNumber,
      output: PhoneNumber,
      status: 201,
      errors: [409],
      handle: (context, { body }) => createPhoneNumber({ db, notifier, ...context }, body),
    }),
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listPhoneNumbers',
      tag,
      summary: 'List phone numbers, newest first',
      scope: 'telephony:read',
      query: z.object({
        ...namedPageParameters,
        trunkId: z.string().optional().describe('Only numbers whose calls use this trunk'),
      }),
      output: PhoneNumberPage,
      status: 200,
      async handle(context, { query }) {
        const { items, next } = await listPhoneNumbers({ db, ...context }, query, namedPageRequest(query));
        return {
          phoneNumbers: items,
          metadata: { nextPage: nextPageUrl(context.baseUrl, path, query, next) },
        };
      },
    }),
    ...onePhoneNumberRoutes({ db, notifier }),
  ];
}

function onePhoneNumberRoutes({ db, notifier }: { db: Database; notifier: Notifier }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: `${path}/{phoneNumberId}`,
      operationId: 'getPhoneNumber',
      tag,
      summary: 'Read a phone number',
      scope: 'telephony:read',
      params,
      output: PhoneNumber,
      status: 200,
      errors: [404],
      handle: (context, { params }) => getPhoneNumber({ db, ...context }, params.phoneNumberId),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{phoneNumberId}`,
      operationId: 'updatePhoneNumber',
      tag,
      summary: 'Change a phone number',
      description: updateDescription,
      scope: 'telephony:write',
      params,
      body: UpdatePhoneNumber,
      output: PhoneNumber,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) =>
        updatePhoneNumber({ db, notifier, ...context }, params.phoneNumberId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{phoneNumberId}`,
      operationId: 'deletePhoneNumber',
      tag,
      summary: 'Delete a phone number without queued or live calls',
      scope: 'telephony:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deletePhoneNumber({ db, notifier, ...context }, params.phoneNumberId),
    }),
  ];
}
