import { z } from 'zod';

const sourceIds = z
  .array(z.string())
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain a source twice' });

/** Sources of knowledge by their ids, or all of the organization. */
export const KnowledgeSources = z.union([z.literal('all'), sourceIds], {
  error: 'must be "all" or a list of ids of sources',
});

/** The sources of a stage of a flow. */
export const StageKnowledge = z.union([z.enum(['all', 'none']), sourceIds], {
  error: 'must be "all", "none" or a list of ids of sources',
});

/** How many parts of documents the model gets for one answer, unless the agent says it. */
export const defaultChunksMax = 4;

/** The documents from which an agent answers. */
export const Knowledge = z
  .strictObject({
    sourceIds: KnowledgeSources.default('all').describe(
      'The sources of `/api/knowledge/sources` that the agent searches; `all`: every source of the organization',
    ),
    chunksMax: z
      .int()
      .min(1)
      .max(10)
      .default(defaultChunksMax)
      .describe('The most parts of documents that the model gets for one answer'),
  })
  .meta({ id: 'AgentKnowledge' });
export type Knowledge = z.output<typeof Knowledge>;
