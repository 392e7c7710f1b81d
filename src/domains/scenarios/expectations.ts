import { z } from 'zod';
import { FreeObject } from '../../platform/http/index.ts';

const Ms = z.int().min(0).max(600_000);

/** What an entry of the transcript says; all that is given has to be so. */
export const Said = z
  .strictObject({
    role: z.enum(['bot', 'user', 'tool', 'system']).optional(),
    is: z.string().optional(),
    contains: z.string().optional(),
    matches: z.string().refine(isPattern, { error: 'is not a regular expression' }).optional(),
  })
  .refine((said) => Object.keys(said).length > 0, { error: 'must expect something' })
  .meta({ id: 'ScenarioSaid' });
export type Said = z.output<typeof Said>;

const ToolCall = z.union([
  z.string(),
  z.strictObject({
    name: z.string(),
    arguments: FreeObject.optional().describe('Those that are given have to be so; there may be others'),
  }),
]);
export type ExpectedToolCall = z.output<typeof ToolCall>;

/** What a call has to have been. */
export const Expectations = z
  .strictObject({
    endedReason: z.string().optional(),
    endedBy: z.string().optional(),
    transcript: z.array(Said).default([]).describe('In this order, with anything in between'),
    never: z.array(Said).default([]).describe('In no entry of the transcript'),
    toolCalls: z
      .array(ToolCall)
      .optional()
      .describe('The tools that were called, in order, by name or with their arguments'),
    turnsMin: z.int().min(0).optional().describe('How often the customer heard the agent speak'),
    answerMsMax: Ms.optional().describe('From the end of what the customer says to the agent, each time'),
    silencedMsMax: Ms.optional().describe('From an interruption to silence on the wire, each time'),
    waitedMsMax: Ms.optional().describe(
      'What the customer waited in any turn, by the `latency` of the call record',
    ),
  })
  .meta({ id: 'ScenarioExpectations' });
export type Expectations = z.output<typeof Expectations>;

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
