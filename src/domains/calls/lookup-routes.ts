import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { createCallLookups, lookUpCallByExternalId, lookUpCallByPhone } from './look-up.ts';
import { CallLookup } from './schemas.ts';

const lookupDescription =
  'Always answers 200. `data` is the latest session data of any call of this key that has not expired, or null. ' +
  '`ttl` is the seconds left, rounded up, or null. `latestCall` is the latest call or null.';

/** The two documented operations that read call data by an external id or by a phone number. */
export function lookupRoutes(db: Database): Route[] {
  const lookups = createCallLookups(db);
  return [
    defineRoute({
      method: 'GET',
      path: '/api/calls/external/{externalId}',
      ignoresUnknownQuery: true,
      operationId: 'getCallDataByExternalId',
      tag: 'Calls',
      summary: 'Read call data by the external id of an inbound call',
      description: `${lookupDescription} The external id is the value of the INVITE's header that the phone number names (default \`X-External-ID\`), else its Call-ID. The first 1024 characters count.`,
      scope: 'calls:read',
      params: z.object({ externalId: z.string() }),
      output: CallLookup,
      status: 200,
      handle: (context, { params }) => lookUpCallByExternalId(lookups, context, params.externalId),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/calls/phone/{phoneNumber}',
      ignoresUnknownQuery: true,
      operationId: 'getCallDataByPhoneNumber',
      tag: 'Calls',
      summary: "Read call data by the customer's phone number",
      description: `${lookupDescription} Calls in both directions count. The number may be in any common format. Ten digits are a US number.`,
      scope: 'calls:read',
      params: z.object({ phoneNumber: z.string() }),
      output: CallLookup,
      status: 200,
      handle: (context, { params }) => lookUpCallByPhone(lookups, context, params.phoneNumber),
    }),
  ];
}
