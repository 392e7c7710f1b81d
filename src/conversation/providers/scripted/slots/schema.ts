import { z } from 'zod';
import { wordsOf } from '../words.ts';

const spoken = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => wordsOf(text).length > 0, { error: 'has no word in it' });

const choice = z.strictObject({
  type: z.literal('choice'),
  options: z
    .record(z.string().min(1).max(100), z.array(spoken).max(50))
    .refine((options) => Object.keys(options).length > 0, { error: 'must have at least 1 option' })
    .refine((options) => Object.keys(options).length <= 200, { error: 'must have at most 200 options' })
    .describe('Each value with synonyms'),
});

const digits = z
  .strictObject({
    type: z.literal('digits'),
    minLength: z.int().min(1).max(40).default(1),
    maxLength: z.int().min(1).max(40).default(40),
  })
  .refine(({ minLength, maxLength }) => minLength <= maxLength, {
    path: ['maxLength'],
    error: 'must not be below minLength',
  });

const number = z
  .strictObject({
    type: z.literal('number'),
    min: z.number().default(0),
    max: z.number().default(999_999_999),
    whole: z.boolean().default(true),
  })
  .refine(({ min, max }) => min <= max, { path: ['max'], error: 'must not be below min' });

/** The types of slots. Numbers, dates, times, yes and no are understood in English and in figures. */
export const SlotTypeSchema = z.discriminatedUnion('type', [
  number,
  digits.describe('Digits with their leading zeros, such as a code or a telephone number'),
  z.strictObject({ type: z.literal('date') }).describe('A day, kept as 2026-11-24'),
  z.strictObject({ type: z.literal('time') }).describe('A time of day, kept as 15:30'),
  z.strictObject({ type: z.literal('yes-no') }).describe('Kept as true or false'),
  choice,
  z
    .strictObject({ type: z.literal('email') })
    .describe('An e-mail address, written or said in English: `j dot smith at example dot com`'),
  z
    .strictObject({ type: z.literal('spelled') })
    .describe('Letters and digits that are spelled, kept in capitals: `S for Sierra, M, I, T, H` is SMITH'),
  z.strictObject({ type: z.literal('text') }).describe('The whole utterance'),
  z.strictObject({ type: z.literal('name') }).describe('The utterance without `my name is`'),
]);
export type SlotType = z.output<typeof SlotTypeSchema>;
