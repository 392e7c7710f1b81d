import type { ReadScope } from '../../platform/audit/index.ts';
import { normalizePhoneNumber } from '../../platform/kernel/index.ts';
import { resultKinds, type SearchResult } from './schemas.ts';
import { selectCallResult, selectCallResults, selectNamedResults } from './store.ts';

/** Returns what the member may read and the text finds, in the order of `resultKinds`. */
export async function find({ db, actor }: ReadScope, text: string): Promise<SearchResult[]> {
  const { organizationId, scopes } = actor;
  const [named, calls] = await Promise.all([
    selectNamedResults(db, organizationId, text, scopes),
    scopes.has('calls:read') ? findCalls(db, organizationId, text) : [],
  ]);
  const [first] = calls;
  const isOfCustomer = first !== undefined && first.id !== text;
  const customers: SearchResult[] = isOfCustomer
    ? [{ kind: 'customer', id: first.name, name: first.name, detail: null, createdAt: null }]
    : [];
  return [...customers, ...calls, ...named].toSorted((a, b) => rank(a) - rank(b));
}

function findCalls(db: ReadScope['db'], organizationId: string, text: string): Promise<SearchResult[]> {
  if (/^call_\w+$/.test(text)) return selectCallResult(db, organizationId, text);
  const number = normalizePhoneNumber(text);
  if ('error' in number) return Promise.resolve([]);
  return selectCallResults(db, organizationId, number.e164);
}

function rank({ kind }: SearchResult): number {
  return resultKinds.indexOf(kind);
}
