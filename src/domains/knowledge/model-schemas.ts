import { z } from 'zod';
import { keyedProvidersOf, rerankers } from '../../conversation/providers/catalog.ts';
import { DateTime } from '../../platform/http/index.ts';

const providers = keyedProvidersOf('embedding');

const model = z.string().trim().min(1).max(128).describe("The provider's id of the model");
const key = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .nullable()
  .default(null)
  .describe('The `name` of one of the provider keys; null: the newest of the provider');

export const Reranker = z
  .strictObject({ provider: z.enum(rerankers), model, key })
  .meta({ id: 'KnowledgeReranker' });
export type Reranker = z.output<typeof Reranker>;

export const EmbeddingChoice = z
  .strictObject({
    provider: z.enum(providers),
    model,
    dimensions: z
      .int()
      .min(64)
      .max(4096)
      .nullable()
      .default(null)
      .describe("Fewer dimensions than the model's own, which some models can give; null: its own"),
    key,
    reranker: Reranker.nullable()
      .default(null)
      .describe(
        'A model that puts what was found in order. It gets the question and at most 40 parts; null: the order of the search',
      ),
  })
  .meta({ id: 'KnowledgeEmbeddingChoice' });
export type EmbeddingChoice = z.output<typeof EmbeddingChoice>;

export const KnowledgeEmbedding = z
  .object({
    model: EmbeddingChoice.nullable().describe('null: searches compare words alone'),
    dimensions: z.int().nullable().describe('The dimensions of the vectors'),
    chunkCount: z.int().describe('The parts of all documents'),
    embeddedCount: z.int().describe('The parts that a search by meaning can find'),
    refusedCount: z
      .int()
      .describe('The parts that the provider refuses, so that they are found by their words alone'),
    problem: z
      .string()
      .nullable()
      .describe('Why parts could not be embedded the last time. It is tried again; null: nothing'),
    chunkTokens: z
      .int()
      .describe('The tokens that the provider has counted for parts so far, with all models'),
    questionTokens: z.int().describe('The same for questions'),
    chosenAt: DateTime.nullable(),
  })
  .meta({ id: 'KnowledgeEmbedding' });
export type KnowledgeEmbedding = z.output<typeof KnowledgeEmbedding>;
