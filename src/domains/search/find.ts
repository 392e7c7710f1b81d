import type { ReadScope } from '../../platform/audit/index.ts';
import { ApiError } from '../../platform/kernel/index.ts';
import { type Call, listCalls } from '../calls/index.ts';
import { resultKinds, resultsMax, type SearchResult } from './schemas.ts';
import { selectCallResult, selectNamedResults } from './store.ts';

type SearchScope = ReadScope & { baseUrl: string };

/** Returns what the member may read and the text finds, in the order of `resultKinds`. */
export async function find(scope: SearchScope, text: string): Promise<SearchResult[]> {
  const { organizationId, scopes } = scope.actor;
  const [named, calls] = await Promise.all([
    selectNamedResults(scope.db, organizationId, text, scopes),
    scopes.has('calls:read') ? findCalls(scope, text) : [],
  ]);
  return [...calls, ...named].toSorted((a, b) => rank(a) - rank(b));
}

/** Finds a call by its id, or customers and their newest calls by a number or its last digits. */
async function findCalls(scope: SearchScope, text: string): Promise<SearchResult[]> {
  if (/^call_\w+$/.test(text)) return selectCallResult(scope.db, scope.actor.organizationId, text);
  if (!isNumber(text)) return [];
  const calls = (await callsOf(scope, text)).map(toResult);
  const numbers = [...new Set(calls.map(({ name }) => name))];
  const customers = numbers.map(
    (name) => ({ kind: 'customer', id: name, name, detail: null, createdAt: null }) as const,
  );
  return [...customers, ...calls];
}

/** Returns the newest calls with the number. A text that the list of calls refuses finds nothing. */
async function callsOf(scope: SearchScope, customerNumber: string): Promise<Call[]> {
  try {
    return (await listCalls(scope, { customerNumber, pageSize: resultsMax })).items;
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
