import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { ErrorState } from '../../ui/index.ts';

interface WriterProps {
  chatId: string;
  /** The author of the message: the customer, or a member of the organization. */
  writer: Schema<'CreateChatMessage'>['role'];
  label: string;
  /** Whether the cursor goes into the field when it appears. */
  isFocused?: boolean;
}

/** Writes messages into a chat. The next one can be started at once. A refused message is put back into the field. */
export function Writer({ chatId, writer, label, isFocused = false }: WriterProps) {
  const [content, setContent] = useState('');
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isBlank = content.trim() === '';
  const submit = async () => {
    if (isBlank || isSending) return;
    setSending(true);
    setFailure(null);
    setContent('');
    try {
      const params = { path: { chatId } };
      await read(api.POST('/api/chats/{chatId}/messages', { params, body: { role: writer, content } }));
    } catch (error) {
      setFailure(error);
      setContent((begun) => (begun === '' ? content : `${content}\n${begun}`));
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failure ? <ErrorState error={failure} /> : null}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Textarea
          aria-label={label}
          placeholder={label}
          autoFocus={isFocused}
          value={content}
          onChange={({ currentTarget }) => setContent(currentTarget.value)}
          onKeyDown={onKeyDown}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={16_000}
          flex={1}
          miw={0}
        />
        <Button type="submit" loading={isSending} disabled={isBlank}>
          Send
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        Enter to send, Shift+Enter for a new line.
      </Text>
    </form>
  );
}

/** Shown while the stream is not open. */
export function StreamLost() {
  return (
    <Alert color="yellow" variant="light" role="status" py={6}>
      Reconnecting. If several windows are open, select this one. No messages are lost.
    </Alert>
  );
}
