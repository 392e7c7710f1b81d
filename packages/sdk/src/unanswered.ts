import { ParleyError } from './error.ts';

/** Error codes of Node.js for a peer whose certificate is refused, or that speaks no TLS. */
const refusedOver = /CERT|^UNABLE_TO_|^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;
const speaksNoTls = /^ERR_SSL_/;

/**
 * Returns the error of a request without an answer. `unusable_address` means that every attempt fails until the
 * configuration changes: a port that `fetch` blocks, a redirect, a certificate. `unreachable` means that the service may
 * come back.
 */
export function errorOfUnanswered(baseUrl: string, thrown: unknown): ParleyError {
  const [code, problem] = isHopeless(thrown)
    ? ['unusable_address', 'cannot be used']
    : ['unreachable', 'cannot be reached'];
  return new ParleyError({
    ...{ status: 0, code, message: `${baseUrl} ${problem}: ${reasonOf(thrown)}`, cause: thrown },
  });
}

/**
 * Returns whether every further attempt fails. In Node.js an error of the network has a code, and a refusal of `fetch`
 * has a cause without one. Browsers report neither.
 */
function isHopeless(thrown: unknown): boolean {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (!(cause instanceof Error)) return false;
  const code = codeOf(cause);
  return code === null || refusedOver.test(code);
}

/** Reads the reason from the cause, because the message of `fetch` rarely contains it in Node.js. */
function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  if (!(cause instanceof Error)) return String(cause);
  const code = codeOf(cause);
  if (code !== null && speaksNoTls.test(code)) return `no TLS is spoken there (${code})`;
  return cause.message || (code ?? cause.name);
}

function codeOf(error: Error): string | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : null;
}
