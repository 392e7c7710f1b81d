import { z } from 'zod';
import type { ReadScope } from '../../platform/audit/index.ts';
import { DateTime } from '../../platform/http/index.ts';
import { conversationsMax, days, questionsMax, selectUnanswered } from './store/question-store.ts';

export const UnansweredQuestions = z
  .object({
    questions: z.array(
      z.object({
        question: z.string().describe('As it was asked last'),
        count: z.int().describe('How often it was asked'),
        lastAskedAt: DateTime,
        conversations: z
          .array(z.object({ kind: z.enum(['call', 'chat']), id: z.string() }))
          .describe('The calls and chats that asked it last, at most five'),
      }),
    ),
  })
  .meta({ id: 'UnansweredQuestions' });
type UnansweredQuestion = z.output<typeof UnansweredQuestions>['questions'][number];

export const questionsDescription = `Returns what callers and customers said in the last ${days} days about which the sources of the agent
had nothing, the most frequent first, at most ${questionsMax}. Looks at the newest ${conversationsMax} calls and as many chats. A turn of
one or two words is left out. The search goes by words and cannot tell a question from other words, so the list also has
sentences that ask nothing. Questions are in the records of calls and chats, and are deleted with them.`;

/** Returns what was asked and not found, the most frequent first. */
export function unansweredQuestions({ db, actor }: ReadScope): Promise<UnansweredQuestion[]> {
  return db.query<UnansweredQuestion>(selectUnanswered, [actor.organizationId]);
}
