import type { ProviderFailure } from '../../conversation/providers/interfaces/index.ts';

/**
 * How a provider failed, in words that are ours: what stands behind a colon are words of the provider or the network,
 * which may repeat what the caller said, a key or an address, and are for the log alone.
 */
export function failureWords(error: unknown): string {
  const { provider, status } = error as Partial<ProviderFailure>;
  if (!(error instanceof Error) || provider === undefined) return 'it failed';
  const [ours = ''] = error.message.split(':', 1);
  const code = codeOf(error);
  const isSaid = ours.startsWith(`${provider} `);
  const said = isSaid ? `it${ours.slice(provider.length)}` : 'it failed';
  if (code !== null) return `${said} (${code})`;
  return isSaid || typeof status !== 'number' ? said : `${said} (${status})`;
}

/** The code of what broke on the network, as `ECONNREFUSED`; null: there is none. */
function codeOf(error: Error): string | null {
  for (
    let cause = error.cause, depth = 0;
    cause instanceof Error && depth < 3;
    cause = cause.cause, depth++
  ) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  }
  return null;
}
