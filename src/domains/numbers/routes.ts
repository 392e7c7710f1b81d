import { z } from 'zod';
import type { Database, Notifier } from '../../platform/db/index.ts';
import {
  defineRoute,
  namedPageParameters,
  namedPageRequest,
  nextPageUrl,
  type Route,
} from '../../platform/http/index.ts';
import { createPhoneNumber } from './create.ts';
import { deletePhoneNumber } from './delete.ts';
import { getPhoneNumber } from './get.ts';
import { listPhoneNumbers } from './list.ts';
import { CreatePhoneNumber, PhoneNumber, PhoneNumberPage, UpdatePhoneNumber } from './schemas.ts';
import { updatePhoneNumber } from './update.ts';

const params = z.object({ phoneNumberId: z.string() });
const path = '/api/phone-numbers';
const tag = 'Phone numbers';

const createDescription = `A number belongs to the first organization of the installation that adds it. Its claim is proven by
the number's trunk: by the first answered call with the number (\`provenAt\`). A claim that is not proven within 30 days keeps no
other organization from adding the number. One that is another organization's is a 400 with the words of one that cannot be
called. Whether the number is assigned is not judged.
Without \`trunkId\`, calls with this number as caller id are queued and held. A call that comes in is resolved by the
called number, then by whether its source belongs to the number's trunk.`;

const updateDescription = `\`phoneNumber\` cannot be changed: another number is another resource. Calls that were held
because the number had no trunk, or its trunk was down, are looked at at once when it is given another one.`;

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
        trunkId: z.string().optional().describe('Only those whose calls go over this trunk'),
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
      summary: 'Delete a phone number that no queued and no live call uses',
      scope: 'telephony:write',
      params,
      status: 204,
      errors: [404, 409],
      handle: (context, { params }) => deletePhoneNumber({ db, notifier, ...context }, params.phoneNumberId),
    }),
  ];
}
