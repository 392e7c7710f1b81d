import { z } from 'zod';

/** Who or what answered an outbound call (`src/telephony/answer-detection`). */
export const AnsweredBy = z
  .object({
    kind: z
      .enum(['person', 'voicemail', 'ivr', 'screening', 'fax', 'silence', 'undecided'])
      .describe('undecided: somebody spoke, and it was never clear who'),
    decidedAtMs: z.int().describe('Milliseconds since the answer, on the clock of the audio'),
    reason: z.string().describe('What it was told by'),
  })
  .meta({ id: 'CallAnsweredBy' });
export type AnsweredBy = z.output<typeof AnsweredBy>;
