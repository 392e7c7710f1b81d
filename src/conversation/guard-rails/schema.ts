import { z } from 'zod';
import { PhraseText } from '../providers/scripted/index.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('Shown where the rule was applied. Unique within the agent');
const replacement = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .describe('Said instead of the sentence. The rest of that answer is left out. May contain `{{variables}}`');

const words = z
  .strictObject({
    type: z.literal('words'),
    name,
    phrases: z
      .array(PhraseText.refine((text) => !text.includes('{'), { error: 'must not have slots' }))
      .min(1)
      .max(100)
      .describe('Must not be said. A phrase may stand anywhere in a sentence'),
    replacement,
  })
  .describe('Words that the agent must not say, such as a promise');

/** The kinds of personal data that are recognized by their form. */
export const personalDataKinds = [
  'card-number',
  'bank-account',
  'social-security-number',
  'email-address',
] as const;

const personalData = z
  .strictObject({
    type: z.literal('personal-data'),
    name,
    kinds: z
      .array(z.enum(personalDataKinds))
      .max(personalDataKinds.length)
      .default([])
      .describe(
        'Recognized by their form. `card-number`: 13 to 19 digits with a valid check digit. `bank-account`: a valid IBAN. `social-security-number`: of the USA, written with hyphens',
      ),
    variables: z
      .array(z.string().max(64))
      .max(50)
      .default([])
      .describe(
        'Variables whose value must not be said, such as a date of birth that the caller has to know',
      ),
    replacement,
  })
  .refine(({ kinds, variables }) => kinds.length + variables.length > 0, {
    error: 'must have kinds or variables',
  })
  .describe('Personal data that the agent must not read out');

const disclosure = z
  .strictObject({
    type: z.literal('disclosure'),
    name,
    text: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .describe(
        'Said word for word. When the caller interrupts it, it is said again. May contain `{{variables}}`',
      ),
    withinSeconds: z
      .int()
      .min(0)
      .max(3600)
      .default(0)
      .describe(
        'It begins at the latest so many seconds after the call was answered; 0: with the first answer to the caller. In a chat it always stands before the first answer',
      ),
  })
  .describe('What the agent must have said by a time');

const topic = z
  .strictObject({
    type: z.literal('topic'),
    name,
    description: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .describe('What the agent must not say, in words for a model, such as `medical advice`'),
    replacement,
  })
  .describe(
    'Judged by `guardRails.model` before each sentence is said. Costs a request for each sentence and delays it',
  );

const tool = z
  .strictObject({
    type: z.literal('tool'),
    name,
    tools: z.array(z.string().min(1).max(128)).min(1).max(100).describe('The names of the tools'),
    when: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .nullable()
      .default(null)
      .describe(
        'A CEL expression that must be true for the tool to run. Available: `arguments`, `variables`, and `disclosed`, which has true for the name of each disclosure that was said. null: none',
      ),
    confirmation: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .nullable()
      .default(null)
      .describe(
        'A question that the agent asks, word for word, before the tool runs. The caller must have heard it and answered, and not with no. May contain `{{argument}}`. null: none',
      ),
    refusal: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .default('This is not allowed in this conversation.')
      .describe('The result for the model when `when` is not true'),
  })
  .refine(({ when, confirmation }) => when !== null || confirmation !== null, {
    error: 'must have when or confirmation',
  })
  .describe('What must hold before a tool runs');

const types = ['words', 'personal-data', 'disclosure', 'topic', 'tool'];

/** A rule that is checked before the agent says or does something. */
export const GuardRail = z
  .discriminatedUnion('type', [words, personalData, disclosure, topic, tool], {
    error: ({ code }) =>
      code === 'invalid_union' ? `must be one of ${types.join(', ')}` : 'must be an object with a type',
  })
  .meta({ id: 'AgentGuardRail' });
export type GuardRail = z.output<typeof GuardRail>;
export type ToolRule = Extract<GuardRail, { type: 'tool' }>;
