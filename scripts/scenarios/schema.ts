import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

const Text = z.string().min(1).max(5_000);
const Ms = z.int().min(0).max(600_000);

/** One thing that the customer does; the next begins when it is done. */
const Step = z.union([
  z.strictObject({ say: Text.describe('Said with the voice of the customer') }),
  z.strictObject({ play: z.string().describe('A mono WAV file, from the folder of the scenario') }),
  z.strictObject({ press: z.string().regex(/^[0-9*#]{1,64}$/, { error: 'must be keys of a telephone' }) }),
  z.strictObject({ wait: Ms.describe('Milliseconds in which nothing is done') }),
  z.strictObject({
    await: z
      .enum(['turn', 'speech', 'end'])
      .describe('The agent has spoken and is silent; it begins to speak; the call is over'),
  }),
  z.strictObject({
    interrupt: z.strictObject({
      afterMs: Ms.describe('So long the agent has spoken without a pause'),
      say: Text,
    }),
  }),
  z.strictObject({ noise: z.number().min(-90).max(-10).nullable().describe('Decibels below full scale') }),
  z.strictObject({ hangUp: z.literal(true) }),
]);
export type Step = z.output<typeof Step>;

/** What an entry of the transcript says; all that is given has to be so. */
const Said = z
  .strictObject({
    role: z.enum(['bot', 'user', 'tool', 'system']).optional(),
    is: z.string().optional(),
    contains: z.string().optional(),
    matches: z.string().refine(isPattern, { error: 'is not a regular expression' }).optional(),
  })
  .refine((said) => Object.keys(said).length > 0, { error: 'must expect something' });
export type Said = z.output<typeof Said>;

const Expectations = z.strictObject({
  endedReason: z.string().optional(),
  endedBy: z.string().optional(),
  transcript: z.array(Said).default([]).describe('In this order, with anything in between'),
  never: z.array(Said).default([]).describe('In no entry of the transcript'),
  toolCalls: z.array(z.string()).optional().describe('The names of the tools that were called, in order'),
  turnsMin: z.int().min(0).optional().describe('How often the customer heard the agent speak'),
  answerMsMax: Ms.optional().describe('From the end of what the customer says to the agent, each time'),
  silencedMsMax: Ms.optional().describe('From an interruption to silence on the wire, each time'),
});
export type Expectations = z.output<typeof Expectations>;

const Scenario = z
  .strictObject({
    name: z.string().min(1).max(100),
    description: z.string().max(2000).default(''),
    needs: z
      .array(z.enum(['pocketsphinx']))
      .default([])
      .describe('Skipped where that is not installed'),
    agent: z.record(z.string(), z.unknown()).optional().describe('As POST /api/agents takes it'),
    agentId: z.string().optional().describe('Instead of `agent`: one of the running service'),
    direction: z.enum(['inbound', 'outbound']).default('inbound'),
    variables: z.record(z.string(), z.unknown()).default({}).describe('Of the call'),
    voice: z.enum(['slt', 'rms', 'awb']).default('rms').describe('Of the customer'),
    http: z
      .record(
        z.string().regex(/^\/[a-z0-9/-]*$/, { error: 'must be a path such as /order' }),
        z.strictObject({
          status: z.int().min(200).max(599).default(200),
          delayMs: Ms.default(0),
          json: z.json().default({}),
        }),
      )
      .default({})
      .describe('A service for tools; `$HTTP` in the agent stands for its address'),
    steps: z.array(Step).min(1).max(200),
    expect: Expectations,
  })
  .refine(({ agent, agentId }) => (agent === undefined) !== (agentId === undefined), {
    error: 'must have either agent or agentId',
  });
export type Scenario = z.output<typeof Scenario>;

/** Reads a scenario. Rejects with every field that is wrong, in words. */
export async function readScenario(path: string): Promise<Scenario> {
  const { success, data, error } = Scenario.safeParse(parse(await readFile(path, 'utf8')));
  if (success) return data;
  const problems = error.issues.map((issue) => `${issue.path.join('.') || 'scenario'}: ${issue.message}`);
  throw new Error(`${path} is no scenario:\n  ${problems.join('\n  ')}`);
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
