import { readStatement } from '../../../platform/db/index.ts';

/** How far back, and over how many of the newest calls and chats, unanswered questions are looked for. */
export const days = 30;
export const conversationsMax = 2000;
export const questionsMax = 100;

/** Turns that were searched for and found nothing. The records of calls and chats hold them, and are deleted with them. */
export const selectUnanswered = readStatement(
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
