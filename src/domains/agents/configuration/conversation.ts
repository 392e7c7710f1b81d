import { z } from 'zod';
import { checkTemplate } from './template.ts';

const text = z.string().trim().min(1).max(2000);

/** How the agent behaves in a call, beside what it says. */
export const ConversationSettings = z
  .strictObject({
    interruptible: z
      .boolean()
      .default(true)
      .describe("Whether the caller's speech and keys cut the agent short"),
    backchannels: z
      .array(z.string().trim().min(1).max(50))
      .max(100)
      .default([])
      .describe("Words that do not end the agent's turn, beside those of its language (such as `mhm`)"),
    endOfTurnMs: z
      .int()
      .min(100)
      .max(3000)
      .nullable()
      .default(null)
      .describe(
        'The caller has finished after so long a silence, when the sentence sounds complete; null: 250, or 500 with `speechToSpeech`, where no words tell whether it does',
      ),
    silencePrompts: z
      .strictObject({
        afterSeconds: z.number().min(1).max(600),
        messages: z.array(text).min(1).max(10),
      })
      .nullable()
      .default(null)
      .describe('Said when nobody speaks: after every `afterSeconds` the next message; null: nothing'),
    durationWarning: z
      .strictObject({ beforeSeconds: z.int().min(1).max(600), message: text })
      .nullable()
      .default(null)
      .describe('Said so long before `limits.maxDurationSeconds`; null: nothing'),
    waitForCaller: z
      .boolean()
      .default(false)
      .describe(
        'Whether the first message waits until the caller has said something, though not for long; an agent without one waits for as long as the call allows',
      ),
    fillers: z
      .array(text)
      .max(20)
      .nullable()
      .default(null)
      .describe('Said while a tool or the model takes long; null: those of the language, empty: nothing'),
    voicemailMessage: z
      .string()
      .trim()
      .min(1)
      .max(5000)
      .superRefine(checkTemplate)
      .nullable()
      .default(null)
      .describe('Left on an answering machine, with `{{variable}}`; null: nothing is left'),
    answerDetection: z
      .enum(['off', 'on'])
      .default('off')
      .describe(
        'on: an outbound call finds out first whether a person answered. An answering machine is left `voicemailMessage` after its beep, and the call ends as `voicemail`; the model is told of a menu or a call screener',
      ),
    recording: z
      .enum(['always', 'off', 'announced'])
      .default('always')
      .describe('announced: `recordingAnnouncement` is spoken before anything else'),
    recordingAnnouncement: text.nullable().default(null).describe('null: "This call is recorded."'),
  })
  .meta({ id: 'AgentConversation' });
export type ConversationSettings = z.output<typeof ConversationSettings>;
