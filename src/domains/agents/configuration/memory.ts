import { z } from 'zod';

/** What an agent keeps of its customers from one conversation to the next. */
export const Memory = z
  .strictObject({
    scope: z
      .enum(['agent', 'organization'])
      .default('agent')
      .describe(
        '`agent`: the agent has its own facts. `organization`: it shares facts with every agent of this scope',
      ),
    writtenBy: z
      .strictObject({
        analysis: z
          .boolean()
          .default(true)
          .describe(
            'The analysis of a conversation writes facts, in the same request to the model. It requires `analysis`',
          ),
        tool: z
          .boolean()
          .default(true)
          .describe('The model writes facts during the conversation, by the tool `rememberFact`'),
      })
      .prefault({}),
    charactersMax: z
      .int()
      .min(200)
      .max(10_000)
      .default(2000)
      .describe('The most characters of facts in the prompt, the newest facts first'),
    keepDays: z
      .int()
      .min(1)
      .max(3650)
      .default(365)
      .describe('The days that a fact is kept. They begin again when the customer confirms or changes it'),
  })
  .meta({ id: 'AgentMemory' });
export type Memory = z.output<typeof Memory>;
