import { z } from 'zod';
import type { ReadScope } from '../../platform/audit/index.ts';
import { readStatement } from '../../platform/db/index.ts';
import { DateTime } from '../../platform/http/index.ts';

/** How far back, and over how many of the newest calls and chats, unanswered questions are looked for. */
const days = 30;
const conversationsMax = 2000;
const questionsMax = 100;

/** Turns that were searched for and found nothing. The records of calls and chats hold them, and are deleted with them. */
const selectUnanswered = readStatement(
  'knowledge.unanswered_questions',
  `with asked as (
     select 'call' as kind, c.call_id as id, c.ended_at as at, split_part(t #>> '{knowledge,query}', E'\\n', 1) as question
     from (select organization_id, call_id from ended_calls where organization_id = $1 and status = 'ended'
         order by call_id desc limit ${conversationsMax}) newest
       join calls c using (organization_id, call_id) cross join json_array_elements(c.turns) as t
     where c.ended_at > now() - interval '${days} days' and t #>> '{knowledge,outcome}' = 'nothing'
     union all
     select 'chat', m.chat_id, m.created_at, split_part(m.knowledge ->> 'query', E'\\n', 1)
     from (select organization_id, chat_id from chats where organization_id = $1
         order by chat_id desc limit ${conversationsMax}) newest
       join chat_messages m using (organization_id, chat_id)
     where m.created_at > now() - interval '${days} days' and m.knowledge ->> 'outcome' = 'nothing'
   ), counted as (
     select (array_agg(question order by at desc))[1] as question, count(*)::int as count, max(at) as "lastAskedAt",
       (array_agg(jsonb_build_object('kind', kind, 'id', id) order by at desc))[1:5] as conversations
     from asked
     -- One or two words are rarely a question. Scripts without spaces write a sentence as one word.
     where question ~ '\\S\\s+\\S+\\s+\\S' or length(question) >= 12
     group by lower(regexp_replace(question, '[^[:alnum:]]+', ' ', 'g'))
   )
   select question, count, "lastAskedAt", to_json(conversations) as conversations
   from counted order by count desc, "lastAskedAt" desc limit ${questionsMax}`,
);

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
