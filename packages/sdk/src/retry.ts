/** The delays between attempts in milliseconds. They double up to the longest. */
const firstDelayMs = 500;
const delayMsMax = 30_000;
/** A `Retry-After` above this is reported as an error instead of waited for. */
const retryAfterMsMax = 120_000;

/** The result of an attempt: the status of the answer, or null after a broken connection or a timeout. */
export interface AttemptOutcome {
  status: number | null;
  /** The answer's `Retry-After` header. */
  retryAfter: string | null;
  /** Whether every further attempt fails until the configuration changes. */
  isHopeless: boolean;
}

/**
 * Returns whether the request may be sent again. After 429 and 503 nothing was done. After a broken connection, 502 or
 * 504 it may have been done, so only requests that are safe to repeat are sent again. A hopeless request fails at once,
 * unless the caller retries for ever.
 */
export function mayRetry(
  { status, isHopeless }: AttemptOutcome,
  { isRepeatable, isPatient }: { isRepeatable: boolean; isPatient: boolean },
): boolean {
  if (isHopeless && !isPatient) return false;
  if (status === 429 || status === 503) return true;
  return isRepeatable && (status === null || status === 502 || status === 504);
}

/**
 * Returns the delay before attempt number `attempt` + 1, in milliseconds: the service's `Retry-After` and up to half a
 * second more, or else 50 to 100 % of a doubling delay. Both are random, so that clients do not retry together. Returns
 * null when `Retry-After` exceeds `retryAfterMsMax`; a patient caller waits about `retryAfterMsMax` instead.
 */
export function retryDelayMs(
  attempt: number,
  { retryAfter }: Pick<AttemptOutcome, 'retryAfter'>,
  { nowMs, random, isPatient }: { nowMs: number; random: number; isPatient: boolean },
): number | null {
  const backoffMs = Math.min(firstDelayMs * 2 ** (attempt - 1), delayMsMax) * (0.5 + random / 2);
  const askedMs = retryAfterMs(retryAfter, nowMs);
  if (askedMs === null) return backoffMs;
  if (askedMs > retryAfterMsMax && !isPatient) return null;
  return Math.min(askedMs, retryAfterMsMax) + random * firstDelayMs;
}

/**
 * Returns Retry-After in milliseconds from now (RFC 9110 §10.2.3: seconds, or a date); null when it is missing or
 * invalid.
 */
function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

/** Resolves after a delay. Rejects with the signal's reason as soon as the signal aborts. */
export function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
