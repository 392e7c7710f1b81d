/**
 * Whether an import that was answered was there before the dialog that asked for it. A replay answers a later try too: then
 * it is of this dialog where it was made since the first try that had no answer. `sinceFirstMs`: since that; null: there was
 * none. All times are the service's, as the browser's clock may be wrong.
 */
export function isOfBefore(
  { createdAt }: { createdAt: string },
  headers: Headers,
  sinceFirstMs: number | null,
): boolean {
  if (headers.get('idempotent-replayed') !== 'true') return false;
  if (sinceFirstMs === null) return true;
  const firstAtMs = Date.parse(headers.get('date') ?? '') - sinceFirstMs;
  // Where no time is told it is asked once too often, not once too seldom.
  return !(Date.parse(createdAt) >= firstAtMs);
}
