import { api, type QueryOf, read, type Schema } from '../../api/index.ts';
import { formatLabel } from '../../ui/index.ts';
import { type EntryFilter, rangeOf } from './entry-filter.ts';

export type AuditEntry = Schema<'AuditLog'>;

export type EntryQuery = QueryOf<'/api/audit-logs'>;

/** Reads a page of the filtered log, newest first, from an instant of the previous page. */
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
    // The address may hold any word. The service refuses unknown ones.
    ...(verb ? { actionVerb: verb as NonNullable<EntryQuery['actionVerb']> } : {}),
    ...(type ? { resourceType: type as NonNullable<EntryQuery['resourceType']> } : {}),
    ...(resourceId ? { resourceReferenceId: resourceId } : {}),
    pageSize: page.pageSize,
  };
  return read(api.GET('/api/audit-logs', { params: { query }, signal }));
}

/** Returns the member's name or email. */
export function actorOf({ memberId, memberName, memberEmail }: AuditEntry): string {
  return memberId === 'system' ? 'System' : (memberName ?? memberEmail ?? memberId);
}

/** Returns the action in words: "Updated phone number". Resource kinds are plurals. */
export function actionOf({ actionVerb, resourceType }: AuditEntry): string {
  return (
    wholeActions[`${actionVerb} ${resourceType}`] ??
    `${formatLabel(actionVerb)} ${formatLabel(resourceType).toLowerCase().replace(/s$/, '').replace(/^api /, 'API ')}`
  );
}

/** Actions whose verb and resource do not read as a sentence. */
const wholeActions: Record<string, string> = {
  'exported exports': 'Exported data',
  'enabled member_presence': 'Became available for calls',
  'disabled member_presence': 'Set themselves away',
};
