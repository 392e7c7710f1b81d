import { csvLine, inertText } from '../../platform/csv/write.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { StreamedBody } from '../../platform/http/index.ts';
import { isE164 } from '../../platform/kernel/index.ts';
import { type CallFilterValues, callFind } from './call-search.ts';
import { shownStatus } from './state.ts';
import { type CallTableRow, selectTableIds, selectTableRows } from './store/table.ts';

/** The formats of a table of calls. */
export const tableFormats = ['csv', 'ndjson'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The rows that are in memory at a time. */
const rowsAtOnce = 500;
/** The ids that are found at a time. A filter with more matches is frequent. */
const idsAtOnce = 20_000;

/** An object is JSON in a CSV file, and empty when it has no entries. */
type Value = string | number | Record<string, unknown> | null;

/** The columns of a table, by their names in the record of a call where it has them. */
const columns: Readonly<Record<string, (row: CallTableRow) => Value>> = {
  callId: (row) => row.call_id,
  createdAt: (row) => row.created_at,
  startedAt: (row) => row.started_at,
  endedAt: (row) => row.ended_at,
  status: (row) => shownStatus(row.status),
  type: (row) => row.type,
  customerNumber: (row) => row.customer_number,
  phoneNumber: (row) => row.dial_number ?? row.agent_number,
  agentId: (row) => row.agent_id,
  agentName: (row) => row.agent_name,
  agentVersion: (row) => row.agent_version,
  campaignId: (row) => row.campaign_id || null,
  campaignName: (row) => row.campaign_name,
  attempt: (row) => row.attempt,
  endedReason: (row) => row.ended_reason,
  endedBy: (row) => row.ended_by,
  answeredBy: (row) => row.answered_by?.kind ?? null,
  durationSeconds: ({ started_at: from, ended_at: to }) =>
    from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000,
  sentiment: (row) => row.qa?.sentiment ?? null,
  failedRubrics: (row) => failedRubrics(row.qa?.rubricOutcomes),
  cost: (row) => row.cost?.total ?? null,
  currency: (row) => row.cost?.currency ?? null,
  summary: (row) => row.summary,
  transferDestination: (row) => row.transfer_destination,
  externalId: (row) => row.external_id,
  tags: (row) => row.tags?.join('; ') ?? null,
  callVariables: (row) => row.variables,
};
export const tableColumns = Object.keys(columns);

function failedRubrics(outcomes: Record<string, unknown> | undefined): string | null {
  if (!outcomes) return null;
  const failed = Object.entries(outcomes).filter(
    ([, it]) => (it as { passed?: unknown } | null)?.passed !== true,
  );
  return failed.map(([name]) => name).join('; ');
}

/**
 * Streams the calls that match the filters as a table, newest first. Some rows are in memory, however many there are. Calls
 * are found from where the search before ended, so a call that ends meanwhile appears once or not at all. The first rows are
 * read before this returns, so that wrong filters and an unreachable database are errors and no half files.
 */
export async function openCallTable(
  db: Queryable,
  organizationId: string,
  filters: CallFilterValues,
  format: TableFormat,
): Promise<StreamedBody> {
  const search = callFind(filters);
  const pages = tablePages(
    (after) =>
      selectTableIds(db, organizationId, search, { after, max: idsAtOnce, isFrequent: after !== null }),
    (ids) => selectTableRows(db, organizationId, ids),
  );
  const texts = tableTexts(await pages.next(), pages, format === 'csv' ? csvOf : ndjsonOf);
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
  return new StreamedBody(type, format === 'csv' ? withHead(texts) : texts, {
    'content-disposition': `attachment; filename="calls.${format}"`,
  });
}

async function* withHead(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  yield csvLine(tableColumns);
  yield* texts;
}

async function* tablePages(
  find: (after: string | null) => Promise<string[]>,
  read: (ids: string[]) => Promise<CallTableRow[]>,
): AsyncGenerator<CallTableRow[], undefined> {
  for (let ids = await find(null); ; ids = await find(ids.at(-1)!)) {
    for (let at = 0; at < ids.length; at += rowsAtOnce) yield read(ids.slice(at, at + rowsAtOnce));
    if (ids.length < idsAtOnce) return;
  }
}

async function* tableTexts(
  first: IteratorResult<CallTableRow[], undefined>,
  others: AsyncGenerator<CallTableRow[], undefined>,
  textOf: (row: CallTableRow) => string,
): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value.map(textOf).join('');
  for await (const rows of others) yield rows.map(textOf).join('');
}

function ndjsonOf(row: CallTableRow): string {
  return `${JSON.stringify(Object.fromEntries(Object.entries(columns).map(([name, of]) => [name, of(row)])))}\n`;
}

function csvOf(row: CallTableRow): string {
  return csvLine(Object.values(columns).map((of) => textOf(of(row))));
}

/** Telephone numbers stay as they are. Everything else may be a user's text. */
function textOf(value: Value): string {
  const text = typeof value === 'object' ? jsonOf(value ?? {}) : String(value);
  return isE164(text) ? text : inertText(text);
}

function jsonOf(value: Record<string, unknown>): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}
