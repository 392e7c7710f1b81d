import { z } from 'zod';
import { keyTermCharactersMax } from '../prompt-variables.ts';
import { checkTemplate } from './template.ts';

const text = z.string().trim().min(1).max(2000);

const term = z.string().trim().min(1).max(keyTermCharactersMax).superRefine(checkTemplate);
const KeyTerm = z.union([
  term,
  z.strictObject({
    term,
    boost: z
      .number()
      .gt(0)
      .max(1)
      .describe('How strongly the transcriber prefers the term: more than 0 to 1, and 0.5 is usual'),
  }),
]);

/** How the agent behaves in a call, apart from what it says. */
export const ConversationSettings = z
  .strictObject({
    interruptible: z
      .boolean()
      .default(true)
      .describe(
        "Whether the caller's speech and keys interrupt the agent. If not, it answers them when it has finished",
      ),
    backgroundSuppression: z
      .enum(['off', 'standard', 'strong'])
      .default('standard')
      .describe(
        "How other voices in the room, such as a television, are distinguished from the caller's: `off` takes every voice for the caller's, `strong` also ignores callers who speak much more softly than before",
      ),
    backchannels: z
      .array(z.string().trim().min(1).max(50))
      .max(100)
      .default([])
      .describe(
        "Words that do not end the agent's turn, in addition to those of its language (such as `mhm`)",
      ),
    keyTerms: z
      .array(KeyTerm)
      .max(100)
      .default([])
      .describe(
        'Names, products and other terms that the caller may say, the most important first: each a text, or an object with `term` and `boost`. Transcribers that take key terms recognize them better. Those without boosts get the terms with the highest boost first. A term may contain `{{variable}}`; one that becomes empty or longer than 100 characters is left out',
      ),
    endOfTurnMs: z
      .int()
      .min(100)
      .max(3000)
      .nullable()
      .default(null)
      .describe(
        "Silence after which a sentence that sounds complete ends the caller's turn; null: 250, or 500 with `speechToSpeech`, which gives no words to judge by",
      ),
    droppedAnswersMax: z
      .int()
      .min(0)
      .max(100)
      .default(10)
      .describe(
        'The model begins to answer when the caller has probably finished, so that the answer comes sooner. When the caller goes on, that answer is dropped unheard. This is the most dropped answers of a call; 0: the model is asked only when the turn is over',
      ),
    mayHoldBack: z
      .boolean()
      .default(false)
      .describe(
        'Whether the model may answer `<wait>` when the caller has not finished, or `<wait long>` when the caller asks for time. The agent then listens on, and the model is asked again after 2.5 or 8 seconds of silence. Explaining this takes about 80 tokens of each request',
      ),
    silencePrompts: z
      .strictObject({
        afterSeconds: z.number().min(1).max(600),
        messages: z.array(text).min(1).max(10),
      })
      .nullable()
      .default(null)
      .describe('Messages for silence: the next one is spoken after every `afterSeconds`; null: none'),
    durationWarning: z
      .strictObject({ beforeSeconds: z.int().min(1).max(600), message: text })
      .nullable()
      .default(null)
      .describe('Spoken this long before `limits.maxDurationSeconds`; null: never'),
    readNumbers: z
      .boolean()
      .default(true)
      .describe(
        'Whether numbers, money, dates, telephone numbers, addresses and abbreviations are written in words for the voice; false: the voice reads them as it can',
      ),
    waitForCaller: z
      .boolean()
      .default(false)
      .describe(
        'Whether the first message waits for the caller to speak, for a short time. An agent without a first message waits as long as the call allows',
      ),
    fillers: z
      .array(text)
      .max(20)
      .nullable()
      .default(null)
      .describe('Spoken while a tool or the model is slow; null: the defaults of the language, empty: none'),
    voicemailMessage: z
      .string()
      .trim()
      .min(1)
      .max(5000)
      .superRefine(checkTemplate)
      .nullable()
      .default(null)
      .describe('Left on an answering machine, may contain `{{variable}}`; null: no message'),
    voicemailSoundId: z
      .string()
      .nullable()
      .default(null)
      .describe(
        'A sound that is left on an answering machine instead of `voicemailMessage`, which is spoken when the sound cannot be loaded; null: none',
      ),
    answerDetection: z
      .enum(['off', 'on'])
      .default('off')
      .describe(
        'on: an outbound call first detects whether a person answered. An answering machine gets `voicemailSoundId` or `voicemailMessage` after its beep, and the call ends as `voicemail`. An announcement of the telephone network ends the call as `operator-intercept`. In a queue the agent waits for a person, for `limits.maxDurationSeconds` at most. The model is informed of a menu or a call screener',
      ),
    answerDetectionByModel: z
      .boolean()
      .default(true)
      .describe(
        "Whether answer detection also asks the agent's language model about longer greetings that it does not know, at most three times a call. It never waits for the model",
      ),
    menus: z
      .strictObject({
        holdSecondsMax: z
          .int()
          .min(10)
          .max(7200)
          .default(900)
          .describe('The most time on hold until a person answers'),
        menusMax: z
          .int()
          .min(1)
          .max(100)
          .default(15)
          .describe('The most menus heard, repeated ones included'),
      })
      .nullable()
      .default(null)
      .describe(
        'For outbound calls to companies: the agent listens to menus to their end, presses keys, waits on hold in silence, and begins its conversation when a person speaks. The call ends as `no-person-reached` at these limits, and when the same menu is heard a fourth time. null: the agent speaks with every party that answers',
      ),
    suggestsAnswers: z
      .boolean()
      .default(true)
      .describe(
        "Whether the agent's model suggests answers to a member who speaks in its place, after each turn of the customer. Each is a request that counts as usage of the call. Members can also turn suggestions off for themselves",
      ),
    recording: z
      .enum(['always', 'off', 'announced'])
      .default('always')
      .describe('announced: `recordingAnnouncement` is spoken before anything else'),
    recordingAnnouncement: text.nullable().default(null).describe('null: "This call is recorded."'),
  })
  .meta({ id: 'AgentConversation' });
export type ConversationSettings = z.output<typeof ConversationSettings>;
