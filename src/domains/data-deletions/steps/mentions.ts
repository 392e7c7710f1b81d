import { statement } from '../../../platform/db/index.ts';
import type { Step } from './step.ts';

const rowsAtOnce = 1000;

/** A table with records of other people, which may name the person too. */
interface MentioningTable {
  name: string;
  /** The columns of its key after the organization. */
  key: readonly { column: string; type: 'text' | 'bigint' }[];
  json: readonly string[];
  text: readonly string[];
  /** Text columns that hold JSON. */
  encoded?: readonly string[];
  /** A column with a telephone number. Rows with the person's number stay as they are. */
  sparedBy?: string;
}

const text = (column: string) => ({ column, type: 'text' }) as const;
const number = (column: string) => ({ column, type: 'bigint' }) as const;

/** The tables with texts about people, except those that the other steps remove. */
const mentioningTables: readonly MentioningTable[] = [
  {
    name: 'calls',
    key: [text('call_id')],
    json: ['variables', 'session_variables', 'transcript', 'analysis', 'qa', 'answered_by'],
    text: ['summary', 'sip_reason', 'transfer_destination', 'external_id'],
  },
  { name: 'call_events', key: [text('call_id'), number('event_id')], json: [], text: ['message'] },
  { name: 'session_data', key: [text('call_id')], json: ['data'], text: ['external_id'] },
  {
    name: 'chats',
    key: [text('chat_id')],
    json: ['chat_variables', 'model_states', 'pushed', 'session_data', 'analysis', 'qa'],
    text: ['customer_unique_id', 'summary', 'analysis_note'],
  },
  {
    name: 'chat_messages',
    key: [text('chat_id'), number('position')],
    json: [],
    text: ['content'],
    encoded: ['tool_arguments', 'tool_result'],
  },
  // The person's own suppression stays, because it says why the number is not called.
  {
    name: 'suppressions',
    key: [text('suppression_id')],
    json: [],
    text: ['reason'],
    sparedBy: 'customer_number',
  },
  { name: 'personalization', key: [text('customer_number')], json: ['data'], text: [] },
];

/** A step for each table: replaces the number or id in records of other people. */
export const eraseMentions: readonly Step[] = mentioningTables.map(stepThrough);

function stepThrough(table: MentioningTable): Step {
  const erase = statement(`data_deletions.mentions_${table.name}`, eraseSql(table));
  const first = table.key.map(({ type }) => (type === 'text' ? '' : -1));
  return async (tx, { organizationId, pattern, bare, instead }, cursor) => {
    const after = cursor === null ? first : (JSON.parse(cursor) as (string | number)[]);
    const values = [organizationId, pattern, bare, instead, ...after];
    const [row] = await tx.query<{ last: unknown[] | null; mentions: number }>(erase, values);
    const { last, mentions } = row!;
    return last === null
      ? { deleted: { mentions } }
      : { deleted: { mentions }, cursor: JSON.stringify(last) };
  };
}

function eraseSql({ name, key, json, text: texts, encoded = [], sparedBy }: MentioningTable): string {
  const columns = key.map(({ column }) => column);
  const keyList = columns.join(', ');
  const after = key.map(({ type }, place) => `$${place + 5}::${type}`).join(', ');
  const match = [...json.map((column) => `${column}::text`), ...texts, ...encoded].map(
    (column) => `${column} ~ $2`,
  );
  const spared = sparedBy === undefined ? '' : `and ${sparedBy} !~ $2`;
  const without = (column: string) => `redact_person(${column}, $3, $2, $4)`;
  const sets = [
    ...json.map((column) => `${column} = ${without(`${column}::text`)}::json`),
    ...encoded.map((column) => `${column} = ${without(column)}`),
    ...texts.map((column) => `${column} = regexp_replace(${column}, $2, $4, 'g')`),
  ];
  const same = columns.map((column) => `r.${column} = page.${column}`).join(' and ');
  return `with page as materialized (
      select ${keyList}, ${match.map((one) => `coalesce(${one}, false)`).join(' or ')} as names from ${name}
      where organization_id = $1 and $3::text is not null and (${keyList}) > (${after}) ${spared} order by ${keyList} limit ${rowsAtOnce}
    ), done as (
      update ${name} r set ${sets.join(', ')} from page
      where page.names and r.organization_id = $1 and ${same} returning 1)
    select (select json_build_array(${keyList}) from page order by ${columns.map((column) => `${column} desc`).join(', ')}
      limit 1) as last, (select count(*)::int from done) as mentions`;
}
