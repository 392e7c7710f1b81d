import { z } from 'zod';

/** Sources of knowledge by their ids, or all of the organization. */
export const KnowledgeSources = z.union(
  [
    z.literal('all'),
    z
      .array(z.string())
      .min(1)
      .max(100)
      .refine((ids) => new Set(ids).size === ids.length, { error: 'must not contain a source twice' }),
  ],
  { error: 'must be "all" or a list of ids of sources' },
);

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
      .default(4)
      .describe('The most parts of documents that the model gets for one answer'),
  })
  .meta({ id: 'AgentKnowledge' });
export type Knowledge = z.output<typeof Knowledge>;
