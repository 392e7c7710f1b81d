import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { CallTag, CallTags } from './tag-schemas.ts';
import { addTag, listTags, removeTag } from './tags.ts';

const ofCall = {
  path: '/api/calls/{callId}/tags/{tag}',
  tag: 'Calls',
  scope: 'calls:write',
  params: z.object({ callId: z.string(), tag: CallTag }),
  output: CallTags,
  status: 200,
  errors: [404, 409],
} as const;

/** The operations of tags of calls. */
export function tagRoutes(db: Database): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/call-tags',
      operationId: 'listCallTags',
      tag: 'Calls',
      summary: 'List the tags that calls have',
      description: 'Up to 500 tags of the newest 1,000 calls that have tags, in alphabetical order.',
      scope: 'calls:read',
      output: CallTags,
      status: 200,
      handle: (context) => listTags({ db, ...context }),
    }),
    defineRoute({
      ...ofCall,
      method: 'PUT',
      operationId: 'addCallTag',
      summary: 'Add a tag to a call',
      description:
        'Answers with all tags of the call. A tag has at most 40 characters: lower-case letters and digits, with single spaces, hyphens or underscores between them, and never five digits in a row. A call has at most 10. Tags are removed with the call, and with the data of its customer. Answers 409 `call.erased` when that data was deleted, and `call.too_many_tags`.',
      handle: (context, { params }) => addTag({ db, ...context }, params.callId, params.tag),
    }),
    defineRoute({
      ...ofCall,
      method: 'DELETE',
      operationId: 'removeCallTag',
      summary: 'Remove a tag from a call',
      description: 'Answers with the other tags of the call.',
      handle: (context, { params }) => removeTag({ db, ...context }, params.callId, params.tag),
    }),
  ];
}
