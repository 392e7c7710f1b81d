import { change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import { conflict, forbidden, newId, notFound } from '../../platform/kernel/index.ts';
import type { CallComment, WriteComment } from './comment-schemas.ts';
import {
  type CommentKey,
  deleteCommentRow,
  editCommentRow,
  insertComment,
  lockForComment,
  selectComments,
} from './store/comments.ts';
import { callExists } from './store/look-up.ts';

/** The comments of one call. */
const commentsMax = 100;

/** Returns the comments of a call, oldest first. */
export async function listComments(scope: ReadScope, callId: string): Promise<{ comments: CallComment[] }> {
  const { organizationId } = scope.actor;
  if (!(await callExists(scope.db, organizationId, callId))) throw notFound('call');
  return { comments: await selectComments(scope.db, organizationId, callId) };
}

/** Adds a comment to a call. Throws a 409 for the call of an erased customer, and for one comment too many. */
export async function addComment(
  scope: Scope,
  callId: string,
  { comment }: WriteComment,
): Promise<CallComment> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const count = await lockForComment(tx, organizationId, callId);
    if (count === null) {
      if (!(await callExists(tx, organizationId, callId))) throw notFound('call');
      throw conflict('call.erased', 'The data of the customer of this call was deleted.');
    }
    if (count >= commentsMax)
      throw conflict(
        'call.too_many_comments',
        `A call has at most ${commentsMax} comments. Delete some first.`,
      );
    const commentId = newId('comment');
    const result = await insertComment(tx, organizationId, { callId, commentId, memberId, comment });
    return { result, audit: { verb: 'created', type: 'call_comments', id: callId, label: null } };
  });
}

/** Replaces the text of a comment. Throws a 404, and a 403 for a comment of another member. */
export async function editComment(
  scope: Scope,
  key: CommentKey,
  { comment }: WriteComment,
): Promise<CallComment> {
  const { organizationId, memberId } = scope.actor;
  return change(scope, async (tx) => {
    const result = await editCommentRow(tx, organizationId, { ...key, memberId, comment });
    if (!result) {
      const comments = await selectComments(tx, organizationId, key.callId);
      if (comments.some(({ commentId }) => commentId === key.commentId))
        throw forbidden('comment.of_another', 'Only its author can edit a comment. Add one of your own.');
      throw notFound('comment');
    }
    return { result, audit: { verb: 'updated', type: 'call_comments', id: key.callId, label: null } };
  });
}

/** Deletes a comment. Throws a 404. */
export async function deleteComment(scope: Scope, key: CommentKey): Promise<void> {
  return change(scope, async (tx) => {
    if (!(await deleteCommentRow(tx, scope.actor.organizationId, key))) throw notFound('comment');
    return {
      result: undefined,
      audit: { verb: 'deleted', type: 'call_comments', id: key.callId, label: null },
    };
  });
}
