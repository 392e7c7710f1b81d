import type { ReadScope } from '../../platform/audit/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import { type Call, CallFilters, listCalls } from '../calls/index.ts';
import { statesOfCampaigns } from '../campaigns/index.ts';
import { resultKinds, resultsMax, type SearchResult } from './schemas.ts';
import { selectCallResult, selectChatResults, selectNamedResults } from './store.ts';

type SearchScope = ReadScope & { baseUrl: string };

/** Returns what the member may read and the text finds, in the order of `resultKinds`. */
export async function find(scope: SearchScope, text: string): Promise<SearchResult[]> {
  const { organizationId, scopes } = scope.actor;
  const [named, calls, chats] = await Promise.all([
    selectNamedResults(scope.db, organizationId, text, scopes),
    scopes.has('calls:read') ? findCalls(scope, text) : [],
    scopes.has('chats:read') ? selectChatResults(scope.db, organizationId, text) : [],
  ]);
  const shown = await withStates(scope, named);
  return [...calls, ...shown, ...chats].toSorted((a, b) => rank(a) - rank(b));
}

/** Adds the states of campaigns, which follow from their calls. */
async function withStates(scope: SearchScope, results: readonly SearchResult[]): Promise<SearchResult[]> {
  const ids = results.filter(({ kind }) => kind === 'campaign').map(({ id }) => id);
  const states = await statesOfCampaigns(scope, ids);
  return results.map((one) =>
    one.kind === 'campaign' ? { ...one, detail: states.get(one.id) ?? null } : one,
  );
}

/** The newest calls with a name that are read, so that several customers of the name are found. */
const namedCallsMax = 20;

/** Finds a call by its id, or customers and their newest calls by a number, its last digits or a name. */
async function findCalls(scope: SearchScope, text: string): Promise<SearchResult[]> {
  if (/^call_\w+$/.test(text)) return selectCallResult(scope.db, scope.actor.organizationId, text);
  const calls = isNumber(text)
    ? await callsOf(scope, { customerNumber: text, pageSize: resultsMax })
    : await callsOf(scope, { dataText: text, pageSize: namedCallsMax });
  const customers = new Map<string, SearchResult>();
  for (const call of calls) {
    const { customerNumber: id } = call;
    if (id === '' || customers.has(id)) continue;
    const name = isNumber(text) ? null : nameIn(call, text);
    customers.set(id, {
      ...{ kind: 'customer', id, name: name ?? id },
      ...{ detail: name === null ? null : id, createdAt: null },
    });
  }
  return [...customers.values()].slice(0, resultsMax).concat(calls.slice(0, resultsMax).map(toResult));
}

/** The longest value that can be a name. */
const nameMax = 60;

/** Returns the variables or extracted data in which the words are, as one name. Null when none is short enough. */
function nameIn({ callVariables, analysis }: Call, text: string): string | null {
  const words = wordsOf(text);
  const isNamed = (value: string) => wordsOf(value).some((word) => words.some((one) => word.startsWith(one)));
  const values = [...Object.values(callVariables), ...Object.values(analysis ?? {})].filter(
    (value): value is string => typeof value === 'string' && value.length <= nameMax && isNamed(value),
  );
  const whole = values.find((value) => {
    const own = wordsOf(value);
    return words.every((one) => own.some((word) => word.startsWith(one)));
  });
  return whole ?? ([...new Set(values)].join(' ') || null);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns the newest calls that a filter finds. A text that the list of calls refuses finds nothing. */
async function callsOf(scope: SearchScope, filters: CallFilters): Promise<Call[]> {
  if (filters.dataText !== undefined && !CallFilters.shape.dataText.safeParse(filters.dataText).success)
    return [];
  try {
    return (await listCalls(scope, filters)).items;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return [];
    throw error;
  }
}

function isNumber(text: string): boolean {
  return /^[+\d\s().\-/]+$/.test(text) && text.replace(/\D/g, '').length >= 4;
}

function toResult({ callId, customerNumber, endedReason, status, createdAt }: Call): SearchResult {
  return { kind: 'call', id: callId, name: customerNumber, detail: endedReason ?? status, createdAt };
}

function rank({ kind }: SearchResult): number {
  return resultKinds.indexOf(kind);
}
