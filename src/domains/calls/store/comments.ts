import { type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { CallComment } from '../comment-schemas.ts';

const columns = `comment_id as "commentId", member_id as "memberId", comment, created_at as "createdAt",
   edited_at as "editedAt",
   (select coalesce(m.name, m.email) from members m
     where m.organization_id = call_comments.organization_id and m.member_id = call_comments.member_id) as "memberName"`;

// Only an erased call has no customer number. The lock makes a deletion of the customer's data wait, or come first.
const lock = statement(
  'calls.lock_for_comment',
  `select 1 from calls where organization_id = $1 and call_id = $2 and customer_number <> '' for no key update`,
);
// A statement of its own sees the comments of those that had the lock before.
const count = readStatement(
  'calls.count_comments',
  'select count(*)::int as count from call_comments where organization_id = $1 and call_id = $2',
);
const insert = statement(
  'calls.add_comment',
  `insert into call_comments (organization_id, call_id, comment_id, member_id, comment, created_at)
   values ($1, $2, $3, $4, $5, now()) returning ${columns}`,
);
const edit = statement(
  'calls.edit_comment',
  `update call_comments set comment = $5, edited_at = now()
   where organization_id = $1 and call_id = $2 and comment_id = $3 and member_id = $4 returning ${columns}`,
);
const remove = statement(
  'calls.delete_comment',
  'delete from call_comments where organization_id = $1 and call_id = $2 and comment_id = $3 returning 1',
);
const select = readStatement(
  'calls.comments',
  `select ${columns} from call_comments where organization_id = $1 and call_id = $2 order by comment_id`,
);

/** Names a comment in an organization. */
export interface CommentKey {
  callId: string;
  commentId: string;
}

/** Locks a call and returns the number of its comments, or null when it does not exist or was erased. */
export async function lockForComment(
  tx: Queryable,
  organizationId: string,
  callId: string,
): Promise<number | null> {
  if ((await tx.query(lock, [organizationId, callId])).length === 0) return null;
  const [row] = await tx.query<{ count: number }>(count, [organizationId, callId]);
  return row!.count;
}

export async function insertComment(
  tx: Queryable,
  organizationId: string,
  {
    callId,
    commentId,
    memberId,
    comment,
  }: Pick<CallComment, 'commentId' | 'memberId' | 'comment'> & { callId: string },
): Promise<CallComment> {
  const values = [organizationId, callId, commentId, memberId, comment];
  const [row] = await tx.query<CallComment>(insert, values);
  return row!;
}

/** Returns the edited comment, or null when the member wrote no such comment. */
export async function editCommentRow(
  tx: Queryable,
  organizationId: string,
  { callId, commentId, memberId, comment }: CommentKey & { memberId: string; comment: string },
): Promise<CallComment | null> {
  const [row] = await tx.query<CallComment>(edit, [organizationId, callId, commentId, memberId, comment]);
  return row ?? null;
}

/** Returns whether there was such a comment. */
export async function deleteCommentRow(
  tx: Queryable,
  organizationId: string,
  { callId, commentId }: CommentKey,
): Promise<boolean> {
  return (await tx.query(remove, [organizationId, callId, commentId])).length > 0;
}

export function selectComments(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<CallComment[]> {
  return db.query(select, [organizationId, callId]);
}
