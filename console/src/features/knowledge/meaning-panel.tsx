import { Alert, Button, Group, NumberInput, Progress, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema, useCan } from '../../api/index.ts';
import {
  ConfirmButton,
  type DraftFields,
  ErrorState,
  FactList,
  FormDialog,
  formatNumber,
  Panel,
  useDraft,
} from '../../ui/index.ts';
import { AddKey, ChoiceField, type ProviderFacts, providersQuery } from '../provider-picks/index.ts';

type Embedding = Schema<'KnowledgeEmbedding'>;
type Choice = Schema<'KnowledgeEmbeddingChoice'>;

const embeddingMs = 2000;
/** The model with which the form begins, for each provider. Azure has only models of the customer's own. */
const firstModels: Record<Choice['provider'], string> = {
  openai: 'text-embedding-3-small',
  google: 'gemini-embedding-001',
  azure: '',
  bedrock: 'amazon.titan-embed-text-v2:0',
  mistral: 'mistral-embed',
  cohere: 'embed-v4.0',
  together: 'intfloat/multilingual-e5-large-instruct',
  fireworks: 'nomic-ai/nomic-embed-text-v1.5',
};

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
          {data.model ? <SwitchOff /> : null}
        </Group>
      ) : null}
      {data && !data.model && !mayWrite ? <Text size="sm">No model is chosen.</Text> : null}
      {data && isOpen ? <ChoiceDialog embedding={data} onClose={close} /> : null}
    </Panel>
  );
}

function isWorking({ model, chunkCount, embeddedCount, refusedCount }: Embedding): boolean {
  return model !== null && embeddedCount + refusedCount < chunkCount;
}

function State({ embedding, model }: { embedding: Embedding; model: Choice }) {
  const { chunkCount, embeddedCount, refusedCount, chunkTokens, questionTokens, problem } = embedding;
  const { data } = useQuery(providersQuery);
  const label = data?.providers.find(({ provider }) => provider === model.provider)?.label ?? model.provider;
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
    <ConfirmButton
      color="red"
      variant="light"
      consequence="Searches compare words alone. The vectors are deleted; choosing a model again costs their tokens again."
      onConfirm={() => read(api.DELETE('/api/knowledge/embedding'))}
      refreshes={['knowledge']}
      done="Searches compare words alone from now on."
    >
      Search by words alone
    </ConfirmButton>
  );
}

interface Draft {
  provider: string;
  model: string;
  dimensions: number | string;
  key: string;
}

function ChoiceDialog({ embedding, onClose }: { embedding: Embedding; onClose: () => void }) {
  const { data } = useQuery(providersQuery);
  const { model, chunkCount } = embedding;
  const offered = data?.providers.filter(({ kinds }) => kinds.includes('embedding')) ?? [];
  const withKey = offered.find(({ keys }) => keys.length > 0)?.provider as Choice['provider'] | undefined;
  const form = useDraft<Draft>({
    provider: model?.provider ?? withKey ?? 'openai',
    model: model?.model ?? firstModels[withKey ?? 'openai'],
    dimensions: model?.dimensions ?? '',
    key: model?.key ?? '',
  });
  return (
    <FormDialog
      title="Search by meaning"
      action="Use this model"
      form={form}
      onSubmit={() => choose(form.draft)}
      refreshes={['knowledge']}
      done="The model was chosen. The parts are embedded now."
      onClose={onClose}
    >
      {(fields) => (
        <>
          <ProviderAndModel fields={fields} offered={offered} />
          <NumberInput
            label="Dimensions"
            description="Some models can give fewer. Empty: the model's own."
            {...fields.value('dimensions')}
            min={64}
            max={4096}
            allowDecimal={false}
          />
          <Text size="sm" c="dimmed">
            The provider gets all {formatNumber(chunkCount)} parts of your documents, about 300 tokens each,
            and what callers ask. It bills these tokens.
          </Text>
        </>
      )}
    </FormDialog>
  );
}

function choose({ provider, model, dimensions, key }: Draft): Promise<Embedding> {
  const body = {
    provider: provider as Choice['provider'],
    model,
    dimensions: dimensions === '' ? null : Number(dimensions),
    key: key || null,
  };
  return read(api.PUT('/api/knowledge/embedding', { body }));
}

interface ProviderAndModelProps {
  fields: DraftFields<Draft>;
  offered: readonly ProviderFacts[];
}

function ProviderAndModel({ fields, offered }: ProviderAndModelProps) {
  const { draft, change, errorOf, value } = fields;
  const { provider, model, key } = draft;
  const facts = offered.find((one) => one.provider === provider);
  const names = [...new Set(facts?.keys.flatMap(({ name }) => (name === null ? [] : [name])))];
  return (
    <>
      <Select
        label="Provider"
        data={offered.map((one) => ({ value: one.provider, label: one.label }))}
        {...value('provider')}
        onChange={(chosen) =>
          chosen && change({ provider: chosen, model: firstModels[chosen as Choice['provider']], key: '' })
        }
        allowDeselect={false}
      />
      {facts?.keys.length === 0 ? (
        <Text size="sm">
          This provider has no key yet. <AddKey wanted={[provider]} />
        </Text>
      ) : null}
      <ChoiceField
        key={provider}
        label="Model"
        provider={provider}
        what="models"
        kind="embedding"
        keyName={key || null}
        model={null}
        value={model}
        onChange={(chosen) => change({ model: chosen })}
        error={errorOf('model')}
        readOnly={false}
        required
      />
      {names.length > 0 ? (
        <Select
          label="Key"
          placeholder="Newest key"
          data={names}
          value={key || null}
          onChange={(chosen) => change({ key: chosen ?? '' })}
          error={errorOf('key')}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear: Key' }}
        />
      ) : null}
    </>
  );
}
