/**
 * Returns true when the import existed before this dialog requested it. A replay also answers a second try: then the
 * import is new if it was created since the first try without an answer. `sinceFirstMs` is the time since that try, or
 * null. All times are the service's, because the browser's clock may be wrong.
 */
export function isOfBefore(
  { createdAt }: { createdAt: string },
  headers: Headers,
  sinceFirstMs: number | null,
): boolean {
  if (headers.get('idempotent-replayed') !== 'true') return false;
  if (sinceFirstMs === null) return true;
  const firstAtMs = Date.parse(headers.get('date') ?? '') - sinceFirstMs;
  // Without a time, one question too many is better than importing twice.
  return !(Date.parse(createdAt) >= firstAtMs);
}
