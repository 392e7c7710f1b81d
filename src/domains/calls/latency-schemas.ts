import { z } from 'zod';

const position = (what: string) =>
  z.int().nullable().describe(`${what}; milliseconds since the answer, on the clock of the audio`);
const span = (what: string) => z.int().nullable().describe(`${what}, in milliseconds`);

/** One turn of the agent in the latency ledger (`src/conversation/pipeline`). */
export const CallTurn = z
  .object({
    turn: z.int().describe('From 1'),
    kind: z.enum(['greeting', 'speech', 'dtmf', 'silence']).describe('What made the agent speak'),
    speechEndMs: position('The last sound of the caller, or the last key'),
    transcriptFirstMs: position(
      'The first words of the caller were understood, often while they were spoken',
    ),
    transcriptFinalMs: position('The last words of the caller were understood'),
    endOfTurnMs: position("It was decided that the caller's turn is over"),
    firstTokenMs: position('The model began to answer'),
    firstSentenceMs: position('The model had said something that can be spoken'),
    firstAudioMs: position('The voice gave the first audio'),
    firstRtpMs: position('The first audio of the answer was sent'),
    interruptedAtMs: position('The speech of the caller that cut the turn short began'),
    waitedMs: span('What the caller waited: from the end of speech to the first audio sent'),
    providerMs: span("The providers' part of it"),
    addedMs: span('The rest: deciding that the turn is over, and everything between'),
  })
  .meta({ id: 'CallTurn' });
export type CallTurn = z.output<typeof CallTurn>;

/** How long the caller waited in one call. */
export const CallLatency = z
  .object({
    turns: z.int().describe('Turns that the figures are of: those that the caller waited in'),
    p50Ms: z.int().nullable(),
    p95Ms: z.int().nullable(),
    maxMs: z.int().nullable(),
    addedP50Ms: z.int().nullable().describe("Without the providers' time"),
    addedP95Ms: z.int().nullable(),
  })
  .meta({ id: 'CallLatency' });
export type CallLatency = z.output<typeof CallLatency>;

/** What one provider was used for, in a call and for it: what was said, what was thrown away, and the analysis. */
export const CallUsage = z
  .object({
    kind: z.enum(['speech-to-text', 'language-model', 'text-to-speech', 'speech-to-speech', 'telephony']),
    provider: z.string().describe('Of telephony: the id of the trunk'),
    model: z.string().nullable().optional().describe('Null: the provider has only one'),
    characters: z.int().optional().describe('Characters that were spoken'),
    audioMs: z.number().optional().describe('Milliseconds of audio that were listened to'),
    inputTokens: z.int().optional().describe('Of speech-to-speech: those of text'),
    outputTokens: z.int().optional().describe('Of speech-to-speech: those of text'),
    inputAudioTokens: z.int().optional(),
    outputAudioTokens: z.int().optional(),
    cachedInputTokens: z
      .int()
      .optional()
      .describe(
        'Read from what the provider kept of earlier requests, and in none of the others. Of speech-to-speech: those of text, and of audio too where `cachedInputAudioTokens` is not there',
      ),
    cachedInputAudioTokens: z.int().optional(),
    cacheWriteInputTokens: z
      .int()
      .optional()
      .describe(
        'Written down by the provider to be kept, at a price of their own, and in none of the others',
      ),
    direction: z.enum(['inbound', 'outbound']).optional().describe('Of telephony'),
    connectedMs: z
      .int()
      .optional()
      .describe(
        'Of telephony: milliseconds from the answer to the end of one connection, the call or whom it was put through to',
      ),
    estimated: z
      .literal(true)
      .optional()
      .describe('Some of it was reckoned: answers that were cut off before the provider told what they took'),
  })
  .meta({ id: 'CallUsage' });
export type CallUsage = z.output<typeof CallUsage>;
