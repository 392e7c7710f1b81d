import { z } from 'zod';
import { KnowledgeUse } from '../knowledge/index.ts';

const position = (what: string) =>
  z.int().nullable().describe(`${what}; milliseconds since the answer, on the clock of the audio`);
const span = (what: string) => z.int().nullable().describe(`${what}, in milliseconds`);

/** The caller's speech over the agent's. */
const CallOverlap = z
  .object({
    atMs: z.int().describe('The beginning of the speech; milliseconds since the answer'),
    heldMs: z.int().describe('How long the agent was silent until the decision, in milliseconds'),
    count: z
      .int()
      .optional()
      .describe('How many of them this entry stands for; absent for one. `heldMs` is the sum then'),
    outcome: z
      .enum(['interrupted', 'resumed', 'went-on'])
      .describe(
        '`interrupted`: the agent stopped for good. `resumed`: it went on where it had paused. `went-on`: it did not pause',
      ),
    why: z
      .enum([
        'words',
        'back-channel',
        'no-words',
        'no-speech',
        'long-speech',
        'late-words',
        'background',
        'uninterruptible',
        'bound',
      ])
      .describe(
        "`words`: words that interrupt. `back-channel`: only words of a listener, such as \"mhm\". `no-words`: the transcriber recognized nothing, as with a cough. `no-speech`: the sound was none of speech, as with a dog. `long-speech`: long speech without known words. `late-words`: the words were late. `background`: a voice too soft to be the caller's, such as a television, or the agent's own echo. `uninterruptible`: the agent's settings do not let callers interrupt it. `bound`: the agent said its last words, or transferred the call",
      ),
  })
  .meta({ id: 'CallOverlap' });

/** The failure of a provider in a turn. */
const CallSetback = z
  .object({
    kind: z.enum(['language-model', 'voice', 'transcriber', 'speech-to-speech']),
    provider: z.string(),
    outcome: z
      .enum(['failed', 'skipped'])
      .describe('`skipped`: it was not asked, because its last requests failed'),
    message: z.string().describe('How it failed, in a few words'),
    afterMs: z.int().nullable().describe('How long it was waited for, in milliseconds'),
    next: z
      .string()
      .nullable()
      .describe('The provider that was asked next, which may be the same one. Null: none'),
  })
  .meta({ id: 'CallSetback' });

/** A rule of the agent that was applied in a turn. */
const CallBreach = z
  .object({
    rule: z.string().describe('The name of the rule'),
    type: z.enum(['words', 'personal-data', 'disclosure', 'topic', 'tool']),
    withheld: z
      .string()
      .describe('The sentence that was not said, or the tool that did not run. Personal data are left out'),
    instead: z.string().nullable().describe('What was said instead; null for a tool'),
  })
  .meta({ id: 'CallBreach' });

/** One turn of the agent in the latency ledger (`src/conversation/pipeline`). */
export const CallTurn = z
  .object({
    turn: z.int().describe('From 1'),
    kind: z.enum(['greeting', 'speech', 'dtmf', 'silence']).describe('Why the agent spoke'),
    agentId: z
      .string()
      .optional()
      .describe('The agent that spoke, in a call with several agents. Absent in others'),
    agentVersion: z.int().nullable().optional().describe('The version of that agent; null for a draft'),
    speechEndMs: position('The last sound of the caller, or the last key'),
    transcriptFirstMs: position(
      'The first words of the caller were understood, often while the caller spoke',
    ),
    transcriptFinalMs: position('The last words of the caller were understood'),
    endOfTurnMs: position("It was decided that the caller's turn is over"),
    endedBy: z
      .enum([
        'keys',
        'transcriber',
        'held-back',
        'expected-phrase',
        'finished-sound',
        'silence',
        'unfinished-sound',
        'unfinished-words',
        'open-entry',
      ])
      .nullable()
      .describe(
        "Why the caller's turn was over. `keys`: the keys were complete. `transcriber`: the transcriber detected the end. `held-back`: the model had held its answer back, and the caller said nothing more. `expected-phrase`: a short silence after a phrase that the dialogue expects, or after a complete entry. `finished-sound`: the turn detector heard the end. `silence`: the usual silence. A longer silence, because `unfinished-sound`: the turn detector heard no end; `unfinished-words`: the words were no whole sentence; `open-entry`: they ended in a number, a spelled word or an unfinished e-mail address. Null: no turn of the caller",
      ),
    modelAskedMs: position(
      'The model was asked. Before `endOfTurnMs` when it began to answer during a pause of the caller',
    ),
    heldBackMs: position(
      'The model held its answer back, because the caller might go on; the words of this turn are part of the next one',
    ),
    droppedAnswers: z
      .int()
      .describe('Answers that the model began during pauses of the caller, and that were dropped unheard'),
    overlaps: z
      .array(CallOverlap)
      .describe("The caller's speech while the agent spoke in this turn, and what became of it"),
    knowledge: KnowledgeUse.optional().describe(
      "What the agent's sources had for the answer. Absent when they were not searched",
    ),
    answeredBy: z
      .string()
      .optional()
      .describe(
        'The provider whose model answered, with the model if the agent has several of that provider',
      ),
    stage: z
      .string()
      .optional()
      .describe("The stage of the agent's flow in which the answer ended. Absent without a flow"),
    spokenBy: z
      .string()
      .optional()
      .describe('The provider whose voice spoke first. Absent for speech that was synthesized ahead'),
    setbacks: z
      .array(CallSetback)
      .optional()
      .describe('Failures of providers that delayed the answer, in order. Absent without any'),
    breaches: z
      .array(CallBreach)
      .optional()
      .describe('Guard rails that were applied, in order. Absent without any'),
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

/** How long the caller waited for answers in one call. */
export const CallLatency = z
  .object({
    turns: z.int().describe('Turns in which the caller waited'),
    p50Ms: z.int().nullable(),
    p95Ms: z.int().nullable(),
    maxMs: z.int().nullable(),
    addedP50Ms: z.int().nullable().describe("Without the providers' time"),
    addedP95Ms: z.int().nullable(),
  })
  .meta({ id: 'CallLatency' });
export type CallLatency = z.output<typeof CallLatency>;

/** The usage of one provider in a call, including discarded speech and the analysis. */
export const CallUsage = z
  .object({
    kind: z.enum(['speech-to-text', 'language-model', 'text-to-speech', 'speech-to-speech', 'telephony']),
    provider: z.string().describe('For telephony the id of the trunk'),
    model: z.string().nullable().optional().describe('Null when the provider has only one'),
    characters: z.int().optional().describe('Spoken characters'),
    audioMs: z.number().optional().describe('Milliseconds of transcribed audio'),
    inputTokens: z.int().optional().describe('For speech-to-speech the tokens of text'),
    outputTokens: z.int().optional().describe('For speech-to-speech the tokens of text'),
    inputAudioTokens: z.int().optional(),
    outputAudioTokens: z.int().optional(),
    cachedInputTokens: z
      .int()
      .optional()
      .describe(
        "Tokens read from the provider's cache, which no other field counts. For speech-to-speech the tokens of text, and of audio when `cachedInputAudioTokens` is absent",
      ),
    cachedInputAudioTokens: z.int().optional(),
    cacheWriteInputTokens: z
      .int()
      .optional()
      .describe(
        "Tokens written to the provider's cache at a price of their own, which no other field counts",
      ),
    direction: z.enum(['inbound', 'outbound']).optional().describe('For telephony'),
    connectedMs: z
      .int()
      .optional()
      .describe(
        'For telephony: milliseconds from the answer to the end of one connection, of the call or of its second leg',
      ),
    estimated: z
      .literal(true)
      .optional()
      .describe(
        'Part of it is estimated, for answers that were cut off before the provider reported their usage',
      ),
    agentId: z
      .string()
      .optional()
      .describe('The agent that used it. Absent for the agent with which the call or chat began'),
    agentVersion: z.int().nullable().optional().describe('The version of that agent; null for a draft'),
  })
  .meta({ id: 'CallUsage' });
export type CallUsage = z.output<typeof CallUsage>;
