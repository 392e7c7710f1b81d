import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { AppLink, DialogButton, ErrorState, Panel, TimeText } from '../../ui/index.ts';
import { TextDialog } from './add-source.tsx';

type Question = Schema<'UnansweredQuestions'>['questions'][number];

interface QuestionsPanelProps {
  /** Asks the sources as they are now. */
  ask: (question: string) => void;
  /** The language of a new text. */
  language: string;
}

/** Lists questions of the last 30 days that the sources did not answer. */
export function QuestionsPanel({ ask, language }: QuestionsPanelProps) {
  const mayWrite = useCan('agents:write');
  const mayRead = useCan('calls:read');
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge', 'questions'],
    queryFn: ({ signal }) => read(api.GET('/api/knowledge/questions', { signal })),
    enabled: mayRead,
  });
  if (!mayRead) return null;
  return (
    <Panel
      title="Asked and not found"
      description="Words of callers for which no source had an answer, in the last 30 days. Add the answer, then ask again to check it."
    >
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={72} aria-busy="true" /> : null}
      {data?.questions.length === 0 ? (
        <Text size="sm" c="dimmed">
          None so far.
        </Text>
      ) : null}
      <Stack gap="sm">
        {data?.questions.map((question) => (
          <div key={question.question}>
            <Entry question={question} />
            <Group gap="xs" mt={4}>
              <Button size="compact-xs" variant="default" onClick={() => ask(question.question)}>
                Ask again
                <VisuallyHidden component="span"> {question.question}</VisuallyHidden>
              </Button>
              {mayWrite ? (
                <DialogButton size="compact-xs" variant="default" label="Add the answer">
                  {(close) => (
                    <TextDialog name={question.question.slice(0, 200)} language={language} onClose={close} />
                  )}
                </DialogButton>
              ) : null}
            </Group>
          </div>
        ))}
      </Stack>
    </Panel>
  );
}

function Entry({ question: { question, count, lastAskedAt, conversations } }: { question: Question }) {
  return (
    <div>
      <Text size="sm" className="knowledge-text">
        {question}
      </Text>
      <Text size="xs" c="dimmed">
        {count === 1 ? 'Once' : `${count} times`}, last <TimeText at={lastAskedAt} />
        {conversations.map(({ kind, id }, index) => (
          <span key={`${id}-${String(index)}`}>
            {' · '}
            {kind === 'call' ? (
              <AppLink to="/calls/$callId" params={{ callId: id }}>
                call {index + 1}
              </AppLink>
            ) : (
              <AppLink to="/chats/$chatId" params={{ chatId: id }}>
                chat {index + 1}
              </AppLink>
            )}
          </span>
        ))}
      </Text>
    </div>
  );
}
