import { z } from 'zod';
import { DateTime, Language, namedPageParameters, PageMetadata } from '../../platform/http/index.ts';
import { isIpa } from './ipa.ts';

/** The most entries of an organization. */
export const pronunciationsMax = 1000;

const spoken = (charactersMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(charactersMax)
    .regex(/^\P{Cc}*$/u, { error: 'must not contain line breaks or control characters' });

const fields = {
  term: spoken(100).describe('The written term, in any case: one or more words'),
  language: Language.nullable().describe(
    'The language in which the entry applies. Only the primary language counts: `en-US` applies to all English. null: every language',
  ),
  replacement: spoken(200)
    .nullable()
    .describe('The text to speak instead of the term, such as `zee-rocks` for Xerox; null: the term'),
  ipa: spoken(200)
    .refine(isIpa, {
      error:
        'must be characters of the International Phonetic Alphabet, such as ˈzɪərɒks, without slashes or brackets',
    })
    .nullable()
    .describe(
      'The pronunciation in the International Phonetic Alphabet. Voices that do not take it speak `replacement`',
    ),
};

/** The problem of an entry that says nothing about how the term is spoken. */
export const neitherProblem = 'give a replacement, IPA or both';

const entry = {
  ...fields,
  language: fields.language.default(null),
  replacement: fields.replacement.default(null),
  ipa: fields.ipa.default(null),
};
const saysHow = ({ replacement, ipa }: { replacement: string | null; ipa: string | null }) =>
  replacement !== null || ipa !== null;
const neither = { path: ['replacement'], error: neitherProblem };

export const CreatePronunciation = z
  .strictObject(entry)
  .refine(saysHow, neither)
  .meta({ id: 'CreatePronunciation' });
export type CreatePronunciation = z.output<typeof CreatePronunciation>;

export const SpeakPronunciation = z
  .strictObject({
    ...entry,
    agentId: z
      .string()
      .nullable()
      .default(null)
      .describe('The agent whose voice speaks, as its published version names it; null: the embedded voice'),
  })
  .refine(saysHow, neither)
  .meta({ id: 'SpeakPronunciation' });
export type SpeakPronunciation = z.output<typeof SpeakPronunciation>;

export const PronunciationImport = z
  .object({
    created: z.int().describe('The entries that were added'),
    updated: z.int().describe('The entries that were changed'),
    unchanged: z.int().describe('The entries that were in the dictionary already'),
  })
  .meta({ id: 'PronunciationImport' });
export type PronunciationImport = z.output<typeof PronunciationImport>;

export const UpdatePronunciation = z.strictObject(fields).partial().meta({ id: 'UpdatePronunciation' });
export type UpdatePronunciation = z.output<typeof UpdatePronunciation>;

export const Pronunciation = z
  .object({ pronunciationId: z.string(), ...fields, createdAt: DateTime, updatedAt: DateTime })
  .meta({ id: 'Pronunciation' });
export type Pronunciation = z.output<typeof Pronunciation>;

export const PronunciationFilters = z.object({
  ...namedPageParameters,
  search: namedPageParameters.search.describe('Only entries whose term contains this text, ignoring case'),
});

export const PronunciationPage = z
  .object({ pronunciations: z.array(Pronunciation), metadata: PageMetadata })
  .meta({ id: 'PronunciationPage' });
