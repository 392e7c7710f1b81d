import { NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { type DraftFields, FormDialog, formatNumber, useDraft } from '../../ui/index.ts';
import { AddKey, ChoiceField, type ProviderFacts, providersQuery } from '../provider-picks/index.ts';

type Embedding = Schema<'KnowledgeEmbedding'>;
type Choice = Schema<'KnowledgeEmbeddingChoice'>;

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

interface Draft {
  provider: string;
  model: string;
  dimensions: number | string;
  key: string;
  /** Empty: none. */
  reranker: string;
  rerankerModel: string;
  /** Only the API sets it. Empty: the newest key. */
  rerankerKey: string;
}

/** The model with which the form begins, for each provider of rerankers. */
const firstRerankers = { cohere: 'rerank-v3.5', bedrock: 'cohere.rerank-v3-5:0' } as const;
type Reranker = keyof typeof firstRerankers;

/** Chooses the embedding model, and a reranker. */
export function MeaningDialog({ embedding, onClose }: { embedding: Embedding; onClose: () => void }) {
  const { data } = useQuery(providersQuery);
  const { model, chunkCount } = embedding;
  const offered = data?.providers.filter(({ kinds }) => kinds.includes('embedding')) ?? [];
  const withKey = offered.find(({ keys }) => keys.length > 0)?.provider as Choice['provider'] | undefined;
  const form = useDraft<Draft>({
    provider: model?.provider ?? withKey ?? 'openai',
    model: model?.model ?? firstModels[withKey ?? 'openai'],
    dimensions: model?.dimensions ?? '',
    key: model?.key ?? '',
    reranker: model?.reranker?.provider ?? '',
    rerankerModel: model?.reranker?.model ?? '',
    rerankerKey: model?.reranker?.key ?? '',
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
          <RerankerFields fields={fields} offered={offered} />
          <Text size="sm" c="dimmed">
            The provider gets all {formatNumber(chunkCount)} parts of your documents, about 300 tokens each,
            and what callers ask. It bills these tokens.
          </Text>
        </>
      )}
    </FormDialog>
  );
}

function choose({ provider, model, dimensions, key, ...its }: Draft): Promise<Embedding> {
  const body = {
    provider: provider as Choice['provider'],
    model,
    dimensions: dimensions === '' ? null : Number(dimensions),
    key: key || null,
    reranker: its.reranker
      ? { provider: its.reranker as Reranker, model: its.rerankerModel, key: its.rerankerKey || null }
      : null,
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

/** Chooses a model that puts what was found in order. */
function RerankerFields({ fields, offered }: ProviderAndModelProps) {
  const { draft, change, errorOf, text } = fields;
  const { reranker } = draft;
  const keys = offered.find(({ provider }) => provider === reranker)?.keys;
  return (
    <>
      <Select
        label="Reranker"
        description="Compares the question with each part that was found, within 1 s. Each question costs a request."
        placeholder="None"
        data={offered
          .filter(({ provider }) => provider in firstRerankers)
          .map((one) => ({ value: one.provider, label: one.label }))}
        value={reranker || null}
        onChange={(chosen) =>
          change({
            reranker: chosen ?? '',
            rerankerModel: chosen ? firstRerankers[chosen as Reranker] : '',
            rerankerKey: '',
          })
        }
        error={errorOf('reranker.provider')}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear: Reranker' }}
      />
      {keys?.length === 0 ? (
        <Text size="sm">
          This provider has no key yet. <AddKey wanted={[reranker]} />
        </Text>
      ) : null}
      {reranker ? (
        <TextInput
          label="Reranking model"
          {...text('rerankerModel')}
          error={errorOf('reranker.model')}
          maxLength={128}
          required
        />
      ) : null}
    </>
  );
}
