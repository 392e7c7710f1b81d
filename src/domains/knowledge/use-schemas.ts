import { z } from 'zod';

/** How an answer of an agent used its sources, as call and chat records have it. */
export const KnowledgeUse = z
  .object({
    query: z
      .string()
      .describe(
        'What was searched for: the words of the turn, and after short ones what was said before, in further lines',
      ),
    outcome: z
      .enum(['found', 'nothing', 'late', 'failed'])
      .describe(
        '`nothing`: the sources have nothing about it. `late`: the answer did not wait any longer, and used what was found for the first words. `failed`: the search failed, and the agent answered without it',
      ),
    tookMs: z
      .int()
      .nullable()
      .describe('How long the search took, most of it while the caller spoke; null: longer'),
    waitedMs: z.int().describe('How long the answer waited for it'),
    chunks: z
      .array(
        z.object({
          chunkId: z.string(),
          documentId: z.string(),
          sourceId: z.string(),
          title: z.string().describe('The title of the document'),
          headings: z.array(z.string()),
          score: z.number().describe('Only scores of one answer can be compared'),
        }),
      )
      .describe('The parts of documents that the model got'),
  })
  .meta({ id: 'KnowledgeUse' });
export type KnowledgeUse = z.output<typeof KnowledgeUse>;
