import { z } from 'zod';

/** The answering side of an outbound call: a person, a machine, a menu or an operator (`src/telephony/answer-detection`). */
export const AnsweredBy = z
  .object({
    kind: z
      .enum(['person', 'voicemail', 'ivr', 'screening', 'queue', 'intercept', 'fax', 'silence', 'undecided'])
      .describe(
        'queue: music or announcements asked to wait, and no person came. intercept: the telephone network announced that the call cannot be connected. undecided: speech was heard, and it was never clear whether a person or a machine spoke',
      ),
    decidedAtMs: z.int().describe('Milliseconds since the answer, on the clock of the audio'),
    reason: z.string().describe('The evidence for the result'),
  })
  .meta({ id: 'CallAnsweredBy' });
export type AnsweredBy = z.output<typeof AnsweredBy>;
