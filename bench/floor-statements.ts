import { callColumns, callTables } from '../src/domains/calls/store/read.ts';
import { literal, statement } from '../src/platform/db/index.ts';

/** The statement of `CampaignQueue`, here with one call. */
export const queueCall = statement(
  'campaigns.queue_calls',
  'select item, campaign_id, problems from queue_campaign_calls($1, $2) order by item',
);

/**
 * A page of an agent's chats with their transcripts in one statement, each chat as the API's JSON. It reads one row
 * more than the page, to know whether another page follows.
 */
export const chatPage = statement(
  'floor.chats',
  `select row_to_json(page)::text as chat from (
     select c.chat_id as "chatId", c.agent_id as "agentId", c.customer_unique_id as "customerUniqueId",
       c.created_at as "createdAt", c.status, c.summary, c.chat_variables as "chatVariables",
       json_build_object('messages', coalesce(m.messages, '[]')) as transcript
     from (
       select * from chats where organization_id = $1 and agent_id = $2 order by chat_id desc limit $3
     ) c left join lateral (
       select json_agg(json_build_object('role', role, 'content', content, 'createdAt', created_at)
         order by position) as messages
       from chat_messages where organization_id = c.organization_id and chat_id = c.chat_id
     ) m on true
     order by c.chat_id desc
   ) as page`,
);

/** Returns the statement for a full page of the audit log: the newest entries, or those before an instant. */
export function copyPage(organizationId: string, before: string | null): string {
  const bound = before === null ? '' : `and created_at < ${literal(before)}`;
  return `copy (select doc from audit_logs where organization_id = ${literal(organizationId)} ${bound}
    order by created_at desc limit 10000) to stdout`;
}

/** Returns the service's lookup of many keys, for one key. */
export function lookupBy(column: 'customer_number' | 'external_id') {
  return statement(
    `floor.lookup_by_${column}`,
    `select ${callColumns}, d.data as session_data, d.ttl as session_ttl
     from (values (1)) as one
     left join lateral (
       select data, ceil(extract(epoch from expires_at - now()))::int as ttl from session_data
       where organization_id = $1 and ${column} = $2 and expires_at > now() order by written_at desc limit 1
     ) d on true
     left join lateral (
       select call_id from calls where organization_id = $1 and ${column} = $2 order by call_id desc limit 1
     ) latest on true
     left join (${callTables}) on c.organization_id = $1 and c.call_id = latest.call_id`,
  );
}
