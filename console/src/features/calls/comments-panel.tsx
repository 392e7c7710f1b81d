import { Button, Group, Skeleton, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, read, type Schema, useCan, useSession } from '../../api/index.ts';
import {
  ConfirmItem,
  ErrorState,
  formatInstant,
  MoreMenu,
  Panel,
  TimeText,
  toastFailure,
} from '../../ui/index.ts';
import type { Call } from './call-labels.ts';
import { commentsQuery } from './queries.ts';

type Comment = Schema<'CallComment'>;

const lengthMax = 2_000;

/** The comments of members on a call. */
export function CommentsPanel({
  call: { callId, customerNumber },
}: {
  call: Pick<Call, 'callId' | 'customerNumber'>;
}) {
  const { data, error, refetch } = useQuery(commentsQuery(callId));
  // A call without a number is one whose customer was erased.
  const mayWrite = useCan('calls:write') && customerNumber !== '';
  if (!mayWrite && data?.comments.length === 0) return null;
  return (
    <Panel title="Comments" description="Notes for your organization. They are deleted with the call.">
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={72} /> : null}
      <Stack gap="sm">
        {data?.comments.map((comment) => (
          <CommentEntry key={comment.commentId} callId={callId} comment={comment} mayWrite={mayWrite} />
        ))}
        {mayWrite && data ? <NewComment callId={callId} /> : null}
      </Stack>
    </Panel>
  );
}

interface CommentEntryProps {
  callId: string;
  comment: Comment;
  mayWrite: boolean;
}

function CommentEntry({ callId, comment, mayWrite }: CommentEntryProps) {
  const { commentId, memberId, memberName, createdAt, editedAt } = comment;
  const isOwn = useSession().member.memberId === memberId;
  const [isEdited, setEdited] = useState(false);
  const params = { path: { callId, commentId } };
  if (isEdited) {
    return (
      <CommentForm
        label="Edit comment"
        action="Save comment"
        text={comment.comment}
        send={(text) =>
          read(api.PATCH('/api/calls/{callId}/comments/{commentId}', { params, body: { comment: text } }))
        }
        callId={callId}
        onSent={() => setEdited(false)}
        onCancel={() => setEdited(false)}
      />
    );
  }
  return (
    <div>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {comment.comment}
      </Text>
      <Text size="xs" c="dimmed" mt={2}>
        {memberName ?? 'A former member'} · <TimeText at={createdAt} />
        {editedAt ? (
          <>
            {' · edited '}
            <TimeText at={editedAt} />
          </>
        ) : null}
      </Text>
      {mayWrite ? (
        <Group gap="xs" mt={6}>
          {isOwn ? (
            <Button size="compact-xs" variant="default" onClick={() => setEdited(true)}>
              Edit
              <VisuallyHidden component="span"> comment of {createdAt}</VisuallyHidden>
            </Button>
          ) : null}
          <MoreMenu label={`More actions for the comment of ${formatInstant(createdAt)}`} isSmall>
            <ConfirmItem
              isDestructive
              consequence="The comment is deleted for all members. This cannot be undone."
              onConfirm={() => read(api.DELETE('/api/calls/{callId}/comments/{commentId}', { params }))}
              refreshes={['calls', 'comments', callId]}
              done="The comment was deleted."
            >
              Delete comment
            </ConfirmItem>
          </MoreMenu>
        </Group>
      ) : null}
    </div>
  );
}

function NewComment({ callId }: { callId: string }) {
  const params = { path: { callId } };
  return (
    <CommentForm
      label="New comment"
      action="Add comment"
      text=""
      send={(comment) => read(api.POST('/api/calls/{callId}/comments', { params, body: { comment } }))}
      callId={callId}
    />
  );
}

interface CommentFormProps {
  label: string;
  action: string;
  /** The text before it is edited. */
  text: string;
  send: (text: string) => Promise<Comment>;
  callId: string;
  onSent?: () => void;
  onCancel?: () => void;
}

function CommentForm({ label, action, text: before, send, callId, onSent, onCancel }: CommentFormProps) {
  const [text, setText] = useState(before);
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const isEdit = onCancel !== undefined;
  useEffect(() => {
    if (isEdit) field.current?.focus();
  }, [isEdit]);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: commentsQuery(callId).queryKey });
      setText(before);
      onSent?.();
    },
    onError: toastFailure,
  });
  const isEmpty = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && !sending.isPending) sending.mutate(text);
  };
  return (
    <form onSubmit={submit}>
      <Textarea
        ref={field}
        label={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maxLength={lengthMax}
        autosize
        minRows={2}
        maxRows={8}
      />
      <Group gap="xs" mt={6}>
        <Button type="submit" size="xs" variant="default" loading={sending.isPending} disabled={isEmpty}>
          {action}
        </Button>
        {onCancel ? (
          <Button size="xs" variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </Group>
    </form>
  );
}
