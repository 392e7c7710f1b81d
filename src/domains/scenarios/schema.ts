import { z } from 'zod';
import { FreeObject } from '../../platform/http/index.ts';
import { Customer } from './customer.ts';
import { Recorded } from './exchanges.ts';
import { Expectations } from './expectations.ts';

/** Steps that one scenario has at most. */
export const stepsMax = 2000;

const Text = z.string().min(1).max(5_000);
const Keys = z.string().regex(/^[0-9*#]{1,64}$/, { error: 'must be keys of a telephone' });
const Ms = z.int().min(0).max(600_000);
const afterMs = Ms.describe(
  'So long the turn of the agent has been going on; where it ends before, at its end',
);

/** What a step does, by the key that says so. */
export const steps = {
  say: z.strictObject({ say: Text.describe('Said with the voice of the customer') }),
  play: z.strictObject({ play: z.string().describe('A mono WAV file, from the folder of the scenario') }),
  press: z.strictObject({ press: Keys }),
  wait: z.strictObject({ wait: Ms.describe('Milliseconds in which nothing is done') }),
  await: z.strictObject({
    await: z
      .enum(['turn', 'speech', 'end'])
      .describe('The agent has spoken and is silent; it begins to speak; the call is over'),
    silenceMs: Ms.optional().describe(
      'With `turn`: the agent is silent for so long; 700 unless said otherwise',
    ),
  }),
  interrupt: z.strictObject({
    interrupt: z
      .strictObject({ afterMs, say: Text.optional(), press: Keys.optional() })
      .refine(({ say, press }) => (say === undefined) !== (press === undefined), {
        error: 'must have either say or press',
      }),
  }),
  noise: z.strictObject({
    noise: z.number().min(-90).max(-10).nullable().describe('Decibels below full scale; null: none'),
  }),
  hangUp: z.strictObject({ hangUp: z.union([z.literal(true), z.strictObject({ afterMs })]) }),
};

/** One thing that the customer does; the next begins when it is done. */
export const Step = z.union(Object.values(steps)).meta({ id: 'ScenarioStep' });
export type Step = z.output<typeof Step>;

const HttpAnswer = z.strictObject({
  status: z.int().min(200).max(599).default(200),
  delayMs: Ms.default(0),
  json: z.unknown().default({}),
});

const Scenario = z
  .strictObject({
    name: z.string().min(1).max(100),
    description: z.string().max(2000).default(''),
    needs: z
      .array(z.enum(['pocketsphinx', 'openai', 'anthropic', 'deepgram', 'elevenlabs', 'cartesia']))
      .default([])
      .describe('Skipped where that recognizer is not installed, or the service has no key of that provider'),
    agent: FreeObject.optional().describe('As POST /api/agents takes it'),
    agentId: z.string().optional().describe('Instead of `agent`: one of the running service'),
    direction: z.enum(['inbound', 'outbound']).default('inbound'),
    variables: FreeObject.default({}).describe('Of the call'),
    codecs: z
      .array(z.enum(['PCMU', 'PCMA', 'G722', 'OPUS']))
      .min(1)
      .max(4)
      .refine((codecs) => new Set(codecs).size === codecs.length, { error: 'must not name a codec twice' })
      .optional()
      .describe(
        'What the trunk and the customer speak, the preferred one first; PCMU and PCMA where it is left out',
      ),
    voice: z.enum(['slt', 'rms', 'awb']).default('rms').describe('Of the customer'),
    customer: Customer.default('answers').describe('What the customer does with a call of the agent'),
    http: z
      .record(
        z.string().regex(/^\/[A-Za-z0-9/_-]*$/, { error: 'must be a path such as /order' }),
        z.union([HttpAnswer, z.array(HttpAnswer).min(1).max(1000)]),
      )
      .default({})
      .describe(
        'A service for tools; `$HTTP` in the agent stands for its address. Of several answers one after the other is given, and the last again and again',
      ),
    steps: z.array(Step).min(1).max(stepsMax),
    expect: Expectations.prefault({}),
    recorded: Recorded.optional().describe('What the call was that the scenario was made of'),
  })
  .refine(({ agent, agentId }) => (agent === undefined) !== (agentId === undefined), {
    error: 'must have either agent or agentId',
  })
  .refine(({ direction, customer }) => direction === 'outbound' || customer === 'answers', {
    path: ['customer'],
    error: 'is for calls of the agent: direction must be outbound',
  });

/** A whole conversation with a simulated customer as data (docs/scenarios.md). */
export const ScenarioDocument = Scenario.meta({ id: 'Scenario' });
export type Scenario = z.output<typeof Scenario>;
/** A scenario as it is written down: what has a default may be left out. */
export type ScenarioInput = z.input<typeof Scenario>;
export type HttpAnswer = z.output<typeof HttpAnswer>;
