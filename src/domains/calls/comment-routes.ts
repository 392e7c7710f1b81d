import { z } from 'zod';
import type { Database } from '../../platform/db/index.ts';
import { defineRoute, type Route } from '../../platform/http/index.ts';
import { CallComment, CallComments, WriteComment } from './comment-schemas.ts';
import { addComment, deleteComment, editComment, listComments } from './comments.ts';

const path = '/api/calls/{callId}/comments';
const params = z.object({ callId: z.string() });
const tag = 'Calls';

/** The operations of comments on calls. */
export function commentRoutes(db: Database): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listCallComments',
      tag,
      summary: 'List the comments on a call, oldest first',
      scope: 'calls:read',
      params,
      output: CallComments,
      status: 200,
      errors: [404],
      handle: (context, { params }) => listComments({ db, ...context }, params.callId),
    }),
    defineRoute({
      method: 'POST',
      path,
      operationId: 'addCallComment',
      tag,
      summary: 'Add a comment to a call',
      description:
        'Comments are removed with the call, and with the data of its customer. Answers 409 `call.erased` when that data was deleted, and `call.too_many_comments` at 100 comments.',
      scope: 'calls:write',
      params,
      body: WriteComment,
      output: CallComment,
      status: 201,
      errors: [404, 409],
      handle: (context, { params, body }) => addComment({ db, ...context }, params.callId, body),
    }),
    defineRoute({
      method: 'PATCH',
      path: `${path}/{commentId}`,
      operationId: 'editCallComment',
      tag,
      summary: 'Edit a comment of your own on a call',
      description: 'Replaces the text. Answers 403 `comment.of_another` for a comment of another member.',
      scope: 'calls:write',
      params: params.extend({ commentId: z.string() }),
      body: WriteComment,
      output: CallComment,
      status: 200,
      errors: [404],
      handle: (context, { params, body }) => editComment({ db, ...context }, params, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{commentId}`,
      operationId: 'deleteCallComment',
      tag,
      summary: 'Delete a comment on a call',
      scope: 'calls:write',
      params: params.extend({ commentId: z.string() }),
      status: 204,
      errors: [404],
      handle: (context, { params }) => deleteComment({ db, ...context }, params),
    }),
  ];
}
