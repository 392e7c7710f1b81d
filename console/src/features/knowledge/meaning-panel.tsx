import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import { ConfirmItem, ErrorState, FactList, formatNumber, MoreMenu, Panel } from '../../ui/index.ts';
import { providersQuery } from '../provider-picks/index.ts';
import { MeaningDialog } from './meaning-dialog.tsx';

type Embedding = Schema<'KnowledgeEmbedding'>;
type Choice = Schema<'KnowledgeEmbeddingChoice'>;

const embeddingMs = 2000;
/** Shows and chooses the embedding model, by which a search compares meanings. */
export function MeaningPanel() {
  const mayWrite = useCan('agents:write');
  const [isOpen, { open, close }] = useDisclosure(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['knowledge', 'embedding'],
    queryFn: ({ signal }) => read(api.GET('/api/knowledge/embedding', { signal })),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? embeddingMs : false),
  });
  return (
    <Panel
      title="Search by meaning"
      description="Words are always compared. With an embedding model, “vacation” also finds “annual leave”."
    >
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data?.model ? <State embedding={data} model={data.model} /> : null}
      {data && mayWrite ? (
        <Group gap="xs" mt="sm">
          <Button variant="default" onClick={open}>
            {data.model ? 'Change model' : 'Choose a model'}
          </Button>
          {data.model ? (
            <MoreMenu label="More actions for the embedding model">
              <SwitchOff />
            </MoreMenu>
          ) : null}
        </Group>
      ) : null}
      {data && !data.model && !mayWrite ? <Text size="sm">No model is chosen.</Text> : null}
      {data && isOpen ? <MeaningDialog embedding={data} onClose={close} /> : null}
    </Panel>
  );
}

function isWorking({ model, chunkCount, embeddedCount, refusedCount }: Embedding): boolean {
  return model !== null && embeddedCount + refusedCount < chunkCount;
}

function State({ embedding, model }: { embedding: Embedding; model: Choice }) {
  const { chunkCount, embeddedCount, refusedCount, chunkTokens, questionTokens, problem } = embedding;
  const { data } = useQuery(providersQuery);
  const labelOf = (name: string) => data?.providers.find(({ provider }) => provider === name)?.label ?? name;
  const label = labelOf(model.provider);
  const share = chunkCount === 0 ? 100 : (embeddedCount / chunkCount) * 100;
  return (
    <>
      {problem ? (
        <Alert color="yellow" variant="light" title="Parts could not be embedded" mb="sm">
          {problem}. It is tried again. Searches go by words meanwhile.
        </Alert>
      ) : null}
      <FactList
        facts={[
          ['Model', `${label}, ${model.model}`],
          model.reranker
            ? ['Reranker', `${labelOf(model.reranker.provider)}, ${model.reranker.model}`]
            : null,
          ['Parts', `${formatNumber(embeddedCount)} of ${formatNumber(chunkCount)} embedded`],
          refusedCount > 0
            ? ['Refused by the model', `${formatNumber(refusedCount)}, found by their words alone`]
            : null,
          ['Tokens', `${formatNumber(chunkTokens)} for parts, ${formatNumber(questionTokens)} for questions`],
        ]}
      />
      {isWorking(embedding) ? <Progress value={share} mt="xs" aria-label="Embedded parts" animated /> : null}
    </>
  );
}

function SwitchOff() {
  return (
    <ConfirmItem
      isDestructive
      consequence="Searches compare words alone. The vectors are deleted; choosing a model again costs their tokens again."
      onConfirm={() => read(api.DELETE('/api/knowledge/embedding'))}
      refreshes={['knowledge']}
      done="Searches compare words alone from now on."
    >
      Search by words alone
    </ConfirmItem>
  );
}
