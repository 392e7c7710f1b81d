import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { CallLinks, CreateCallLink, CreatedCallLink } from './link-schemas.ts';
import { createLink, listLinks, revokeLink } from './links.ts';

const path = '/api/calls/{callId}/links';
const params = z.object({ callId: z.string() });
const tag = 'Calls';

/** The operations of links to calls. */
export function linkRoutes(db: Database): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listCallLinks',
      tag,
      summary: 'List the links to a call that work, oldest first',
      scope: 'calls:read',
      params,
      output: CallLinks,
      status: 200,
      errors: [404],
      handle: (context, { params }) => listLinks({ db, ...context }, params.callId),
    }),
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createCallLink',
      tag,
      summary: 'Make a link with which anybody reads a call',
      description:
        'The reader of the link sees when the call was, what was said and, with `withRecording`, hears it, without signing in. The page shows no number, no variables and no use of tools. The audit log has each read. The link ends at its time, when it is revoked, and with the data of the customer. Answers 409 `call.not_over`, `call.erased`, and `call.too_many_links` at 20 links.',
      scope: 'calls:write',
      params,
      body: CreateCallLink,
      output: CreatedCallLink,
      status: 201,
      errors: [404, 409],
      replayed: (link) => ({ ...link, url: null }),
      handle: (context, { params, body }) => createLink({ db, ...context }, params.callId, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{linkId}`,
      operationId: 'revokeCallLink',
      tag,
      summary: 'Revoke a link to a call',
      scope: 'calls:write',
      params: params.extend({ linkId: z.string() }),
      status: 204,
      errors: [404],
      handle: (context, { params }) => revokeLink({ db, ...context }, params),
    }),
  ];
}
