import { api, type QueryOf, read, type Schema } from '../../api/index.ts';
import { formatWord } from '../../ui/index.ts';
import { type EntryFilter, rangeOf } from './entry-filter.ts';

/** One entry of the audit log. */
export type AuditEntry = Schema<'AuditLog'>;

/** What the service can be asked for. */
export type EntryQuery = QueryOf<'/api/audit-logs'>;

/** A page of what a filter leaves of the log, newest first, on from an instant of the page before. */
export function fetchEntries(
  filter: EntryFilter,
  page: { before: string | undefined; pageSize: number },
  signal: AbortSignal,
) {
  const { memberId, verb, type, resourceId } = filter;
  const query = {
    ...rangeOf(filter),
    ...(page.before === undefined ? {} : { createdAtLt: page.before }),
    ...(memberId ? { memberId } : {}),
    // The address may hold any word: of one that is none the service says so.
    ...(verb ? { actionVerb: verb as NonNullable<EntryQuery['actionVerb']> } : {}),
    ...(type ? { resourceType: type as NonNullable<EntryQuery['resourceType']> } : {}),
    ...(resourceId ? { resourceReferenceId: resourceId } : {}),
    pageSize: page.pageSize,
  };
  return read(api.GET('/api/audit-logs', { params: { query }, signal }));
}

/** Who did it, in a word. */
export function actorOf({ memberId, memberName, memberEmail }: AuditEntry): string {
  return memberId === 'system' ? 'System' : (memberName ?? memberEmail ?? memberId);
}

/** What was done to what kind of thing: Updated phone number. Kinds are named in the plural. */
export function actionOf({ actionVerb, resourceType }: AuditEntry): string {
  return `${formatWord(actionVerb)} ${formatWord(resourceType).toLowerCase().replace(/s$/, '').replace(/^api /, 'API ')}`;
}
