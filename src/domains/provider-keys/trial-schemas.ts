import { z } from 'zod';
import { FreeObject, Language } from '../../platform/http/index.ts';

/** The longest speech for a transcriber: 8 s of 16-bit samples at 16 kHz, in base64. */
const speechCharactersMax = Math.ceil((8 * 16_000 * 2) / 3) * 4;
/** The longest body of a trial. */
export const trialBytesMax = speechCharactersMax + 8192;

export const TryProvider = z
  .strictObject({
    kind: z.enum(['model', 'voice', 'transcriber']),
    settings: FreeObject.default({}).describe(
      "The settings as in an agent's `model`, `voice` or `transcriber`, without `provider` and `fallback`",
    ),
    text: z
      .string()
      .trim()
      .max(300)
      .default('')
      .describe(
        'The question for a model, or the sentence for a voice. For a transcriber, what it may expect to hear; may be empty',
      ),
    audio: z
      .base64()
      .max(speechCharactersMax)
      .nullable()
      .default(null)
      .describe(
        'Only for a transcriber: at most 8 s of speech, as 16-bit little-endian samples at 16 kHz in base64',
      ),
    language: Language.nullable().default(null).describe('The BCP 47 language of the text or the speech'),
  })
  .check(({ value, issues }) => {
    const problem = trialProblem(value);
    if (problem) issues.push({ code: 'custom', input: value, path: [problem[0]], message: problem[1] });
  })
  .meta({ id: 'TryProvider' });
export type TryProvider = z.output<typeof TryProvider>;

function trialProblem({ kind, text, audio }: { kind: string; text: string; audio: string | null }) {
  if (kind !== 'transcriber') {
    if (text === '') return ['text', 'must not be empty'] as const;
    return audio === null ? null : (['audio', 'is only for a transcriber'] as const);
  }
  return audio === null || audio === '' ? (['audio', 'is required for a transcriber'] as const) : null;
}

export const ProviderTrial = z
  .object({
    outcome: z.enum(['answered', 'failed']),
    message: z.string().nullable().describe("Why it failed, in the provider's words"),
    text: z.string().nullable().describe('The answer of a model, or the words that a transcriber understood'),
    audio: z.string().nullable().describe('The speech of a voice: a WAV file in base64, cut after 40 s'),
    firstMs: z
      .int()
      .nullable()
      .describe(
        'Milliseconds from the request to the first words or the first audio; of a transcriber, from the beginning of the speech',
      ),
    tookMs: z
      .int()
      .describe('Milliseconds from the request to the end; of a transcriber, from the end of the speech'),
  })
  .meta({ id: 'ProviderTrial' });
export type ProviderTrial = z.output<typeof ProviderTrial>;
