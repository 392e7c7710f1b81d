import { z } from 'zod';
import { FreeObject } from '../../platform/http/index.ts';

const Ms = z.int().min(0).max(600_000);

/** A pattern for an entry of the transcript; all given fields must match. */
export const Said = z
  .strictObject({
    role: z.enum(['bot', 'user', 'tool', 'system', 'agent']).optional(),
    is: z.string().optional(),
    contains: z.string().optional(),
    matches: z.string().refine(isPattern, { error: 'is not a regular expression' }).optional(),
  })
  .refine((said) => Object.keys(said).length > 0, { error: 'must expect something' })
  .meta({ id: 'ScenarioSaid' });
export type Said = z.output<typeof Said>;

const Spoken = z.strictObject({ voice: z.string(), contains: z.string() }).meta({ id: 'ScenarioSpoken' });
export type Spoken = z.output<typeof Spoken>;

const ToolCall = z.union([
  z.string(),
  z.strictObject({
    name: z.string(),
    arguments: FreeObject.optional().describe('The given arguments must match; others are allowed'),
  }),
]);
export type ExpectedToolCall = z.output<typeof ToolCall>;

/** The expectations of a call. */
export const Expectations = z
  .strictObject({
    endedReason: z.string().optional(),
    endedBy: z.string().optional(),
    transcript: z.array(Said).default([]).describe('In this order, with anything in between'),
    never: z.array(Said).default([]).describe('In no entry of the transcript'),
    spoken: z
      .array(Spoken)
      .default([])
      .describe('The texts that simulated voices were asked to say, in this order, with anything in between'),
    toolCalls: z
      .array(ToolCall)
      .optional()
      .describe('The tools that were called, in order, by name or with their arguments'),
    turnEnds: z
      .array(z.string())
      .optional()
      .describe(
        'Why each turn of the caller was over, in order: `endedBy` in the `turns` of the call record',
      ),
    turnsMin: z.int().min(0).optional().describe('The least number of times that the agent speaks'),
    answerMsMax: Ms.optional().describe(
      'The longest time from the customer’s last sound to the agent’s answer',
    ),
    silencedMsMax: Ms.optional().describe('The longest time from an interruption until the agent is silent'),
    waitedMsMax: Ms.optional().describe(
      'The longest response time of any turn, from the `latency` of the call record',
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
