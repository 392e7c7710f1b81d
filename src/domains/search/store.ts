import { type Queryable, readStatement } from '../../platform/db/index.ts';
import { type ResultKind, resultsMax, type SearchResult } from './schemas.ts';

interface NamedTable {
  table: string;
  id: string;
  /** The text that is searched. */
  text: string;
  name?: string;
  detail?: string;
  /** The scope that reads the resource. */
  scope: string;
}

/** The resources that are found by a part of their names, or by their ids. */
const namedTables: Readonly<Partial<Record<ResultKind, NamedTable>>> = {
  agent: { table: 'agents', id: 'agent_id', text: 'name', scope: 'agents:read' },
  campaign: { table: 'campaigns', id: 'campaign_id', text: 'name', scope: 'campaigns:read' },
  workflow: { table: 'workflows', id: 'workflow_id', text: 'name', scope: 'workflows:read' },
  trunk: { table: 'trunks', id: 'trunk_id', text: 'name', detail: 'host', scope: 'telephony:read' },
  'phone-number': {
    ...{ table: 'phone_numbers', id: 'phone_number_id', text: 'phone_number', scope: 'telephony:read' },
  },
  'knowledge-source': { table: 'knowledge_sources', id: 'source_id', text: 'name', scope: 'agents:read' },
  schedule: { table: 'schedules', id: 'schedule_id', text: 'name', scope: 'schedules:read' },
  team: { table: 'teams', id: 'team_id', text: 'name', scope: 'teams:read' },
  member: {
    ...{ table: 'members', id: 'member_id', text: "concat_ws(' ', name, email)", scope: 'members:read' },
    ...{
      name: 'coalesce(name, email, member_id)',
      detail: 'case when name is null then null else email end',
    },
  },
  view: { table: 'views', id: 'view_id', text: 'name', scope: 'calls:read' },
};

/** One page of each kind. Names that begin with the text come first. */
const selectNamed = readStatement(
  'search.named',
  `select * from (${Object.entries(namedTables)
    .map(([kind, { table, id, text, name = text, detail = 'null', scope }]) => {
      // Numbers are compared by their digits.
      const wanted = kind === 'phone-number' ? '$4::text' : 'lower($2)';
      return `(select '${kind}' as kind, ${id} as id, ${name} as name, ${detail} as detail, null::timestamptz as "createdAt"
        from ${table} where organization_id = $1 and '${scope}' = any($3::text[])
          and (strpos(lower(${text}), ${wanted}) > 0 or ${id} = $2)
        order by strpos(lower(${text}), ${wanted}) <> 1, ${id} desc limit ${resultsMax})`;
    })
    .join(' union all ')}) found`,
);

const callColumns = `'call' as kind, call_id as id, customer_number as name,
  coalesce(ended_reason, case status when 'dialing' then 'queued' else status end) as detail, created_at as "createdAt"`;
const selectCall = readStatement(
  'search.call',
  `select ${callColumns} from calls where organization_id = $1 and call_id = $2`,
);

/** Returns the resources whose name contains the text, of the kinds that the scopes read. */
export function selectNamedResults(
  db: Queryable,
  organizationId: string,
  text: string,
  scopes: ReadonlySet<string>,
): Promise<SearchResult[]> {
  // A name such as "Agent 2" finds no number.
  const digits = /\p{L}/u.test(text) ? null : text.replace(/[^\d]/g, '') || null;
  return db.query<SearchResult>(selectNamed, [organizationId, text, [...scopes], digits]);
}

/** Returns the call with the id, or none. */
export function selectCallResult(
  db: Queryable,
  organizationId: string,
  callId: string,
): Promise<SearchResult[]> {
  return db.query<SearchResult>(selectCall, [organizationId, callId]);
}

const chatColumns = `'chat' as kind, chat_id as id, customer_unique_id as name, status as detail, created_at as "createdAt"`;
/** Two index probes: by id, and by the beginning of the customer's id. */
const selectChats = readStatement(
  'search.chats',
  `select * from (
   (select ${chatColumns} from chats where organization_id = $1 and chat_id = $2)
   union all
   (select ${chatColumns} from chats where organization_id = $1 and customer_unique_id >= $2 and customer_unique_id < $2 || U&'\\+10FFFF'
      and left(customer_unique_id, length($2)) = $2
    order by customer_unique_id, chat_id desc limit ${resultsMax})) found`,
);

/** Returns the chats with the id, or whose customer's id begins with the text. */
export function selectChatResults(
  db: Queryable,
  organizationId: string,
  text: string,
): Promise<SearchResult[]> {
  return db.query<SearchResult>(selectChats, [organizationId, text]);
}
