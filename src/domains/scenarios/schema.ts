import { z } from 'zod';
import { keyedProviders } from '../../conversation/providers/catalog.ts';
import { FreeObject } from '../../platform/http/index.ts';
import { Customer } from './customer.ts';
import { Expectations } from './expectations.ts';
import { Recorded } from './recorded-turns.ts';

/** The most steps of a scenario. */
export const stepsMax = 2000;

const Text = z.string().min(1).max(5_000);
const Keys = z.string().regex(/^[0-9*#]{1,64}$/, { error: 'must be 1 to 64 of the keys 0-9, * and #' });
const Ms = z.int().min(0).max(600_000);
const afterMs = Ms.describe(
  'The time since the start of the agent’s turn; when the turn ends earlier, its end counts',
);

/** The kinds of steps, by their key. */
export const steps = {
  say: z.strictObject({
    say: z
      .union([
        Text,
        z
          .array(z.union([Text, z.strictObject({ pauseMs: Ms })]))
          .min(1)
          .max(100),
      ])
      .describe('Said with the voice of the customer; a list has texts and pauses'),
    language: z
      .string()
      .min(2)
      .max(35)
      .optional()
      .describe('The language in BCP 47 that a simulated transcriber reports; `en` by default'),
  }),
  play: z.strictObject({ play: z.string().describe('A mono WAV file, from the folder of the scenario') }),
  press: z.strictObject({ press: Keys }),
  menu: z.strictObject({
    menu: z
      .strictObject({
        say: Text,
        key: z.string().regex(/^[0-9*#]$/, { error: 'must be one of the keys 0-9, * and #' }),
        repeatAfterMs: Ms.default(4_000).describe('The silence after which the menu repeats itself'),
      })
      .describe(
        'The customer is the menu of a company: it says its options and ignores keys meanwhile. It repeats them until the agent presses `key`',
      ),
  }),
  wait: z.strictObject({ wait: Ms.describe('Milliseconds to wait') }),
  await: z.strictObject({
    await: z
      .enum(['turn', 'speech', 'end'])
      .describe(
        '`turn`: the agent has spoken and is silent; `speech`: it starts to speak; `end`: the call is over',
      ),
    silenceMs: Ms.optional().describe('With `turn`: the silence that ends the turn; 700 by default'),
  }),
  interrupt: z.strictObject({
    interrupt: z
      .strictObject({ afterMs, say: Text.optional(), press: Keys.optional() })
      .refine(({ say, press }) => (say === undefined) !== (press === undefined), {
        error: 'must have either say or press',
      }),
  }),
  noise: z.strictObject({
    noise: z
      .number()
      .min(-90)
      .max(-10)
      .nullable()
      .describe('Decibels below full scale; null stops the noise'),
  }),
  background: z.strictObject({
    background: z
      .strictObject({
        play: z.string().describe('A mono WAV file, from the folder of the scenario'),
        levelDb: z.number().min(-90).max(-10).describe('Decibels below full scale, pauses left out'),
      })
      .nullable()
      .describe('A recording that plays again and again in the room; null stops it'),
  }),
  echo: z.strictObject({
    echo: z
      .strictObject({
        belowDb: z
          .number()
          .min(0)
          .max(90)
          .describe('How much quieter the agent’s voice comes back, in decibels'),
        delayMs: z.int().min(0).max(2_000).describe('How late it comes back'),
      })
      .nullable()
      .describe('The telephone returns the agent’s voice; null stops it'),
  }),
  hangUp: z.strictObject({ hangUp: z.union([z.literal(true), z.strictObject({ afterMs })]) }),
};

/** One customer action; the next begins when it is done. */
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
      .array(z.enum(['pocketsphinx', ...keyedProviders]))
      .default([])
      .describe(
        'Skips the scenario when the transcriber is not installed, or the service has no key of the provider',
      ),
    agent: FreeObject.optional().describe('The agent, as in POST /api/agents'),
    agentId: z.string().optional().describe('Instead of `agent`: an agent of the running service'),
    direction: z.enum(['inbound', 'outbound']).default('inbound'),
    variables: FreeObject.default({}).describe('The variables of the call'),
    codecs: z
      .array(z.enum(['PCMU', 'PCMA', 'G722', 'OPUS']))
      .min(1)
      .max(4)
      .refine((codecs) => new Set(codecs).size === codecs.length, { error: 'must not contain a codec twice' })
      .optional()
      .describe('The codecs of trunk and customer, the preferred one first; PCMU and PCMA by default'),
    voice: z.enum(['slt', 'rms', 'awb']).default('rms').describe('The voice of the customer'),
    customer: Customer.default('answers').describe('How the customer treats a call of the agent'),
    http: z
      .record(
        z.string().regex(/^\/[A-Za-z0-9/_-]*$/, { error: 'must be a path such as /order' }),
        z.union([HttpAnswer, z.array(HttpAnswer).min(1).max(1000)]),
      )
      .default({})
      .describe(
        'An HTTP service for tools; `$HTTP` in the agent stands for its address. Several answers are given in order, and the last is repeated',
      ),
    steps: z.array(Step).min(1).max(stepsMax),
    expect: Expectations.prefault({}),
    recorded: Recorded.optional().describe('The call that the scenario was made from'),
  })
  .refine(({ agent, agentId }) => (agent === undefined) !== (agentId === undefined), {
    error: 'must have either agent or agentId',
  })
  .refine(({ direction, customer }) => direction === 'outbound' || customer === 'answers', {
    path: ['customer'],
    error: 'requires direction: outbound',
  });

/** A scenario: a whole conversation with a simulated customer as data (docs/scenarios.md). */
export const ScenarioDocument = Scenario.meta({ id: 'Scenario' });
export type Scenario = z.output<typeof Scenario>;
/** A scenario as written: fields with a default are optional. */
export type ScenarioInput = z.input<typeof Scenario>;
export type HttpAnswer = z.output<typeof HttpAnswer>;
