import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { AppLink, ErrorState, Panel, TimeText } from '../../ui/index.ts';

type Question = Schema<'UnansweredQuestions'>['questions'][number];

/** Lists questions of the last 30 days that the sources did not answer. */
export function QuestionsPanel() {
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
      description="In the last 30 days. Some entries ask nothing: the search goes by words."
    >
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton height={72} aria-busy="true" /> : null}
      {data?.questions.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing so far. Words of callers appear here when the sources of their agent have nothing about
          them.
        </Text>
      ) : null}
      <Stack gap="sm">
        {data?.questions.map((question) => (
          <Entry key={question.question} question={question} />
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
