import type { ProviderFailure, WithCircuit } from '../providers/interfaces/index.ts';
import type { ConversationProblem, ProviderSetback } from './conversation.ts';
import type { TurnSetback } from './turn-latency.ts';

/** The provider that continues the work of a failed one. */
export type AfterFailure = ProviderSetback['after'];

/** The same provider is asked again. */
export const again: AfterFailure = { kind: 'again' };
/** The caller heard the beginning, and no provider continues. */
export const brokenOff: AfterFailure = { kind: 'broken-off', goesOn: false };
/** The caller heard the beginning, and a provider is asked for the rest. */
export const goneOnWith: AfterFailure = { kind: 'broken-off', goesOn: true };

/** Returns a failure for the record of a turn. */
export function onRecord({ error }: ConversationProblem, setback: ProviderSetback): TurnSetback {
  const { kind, provider, after, afterMs = null, isSkipped = false } = setback;
  return {
    kind,
    provider,
    outcome: isSkipped ? 'skipped' : 'failed',
    message: isSkipped ? 'its last requests failed' : failureMessage(error),
    afterMs,
    next: after.kind === 'again' ? provider : after.kind === 'next' ? after.provider : null,
  };
}

interface Named extends WithCircuit {
  name: string;
  model?: string;
}

/** The work goes to `provider`; `undefined` when none is left. `all` are the providers of the agent. */
export function handedTo(provider: Named | undefined, all: readonly Named[] = []): AfterFailure {
  return provider ? { kind: 'next', provider: labelOf(provider, all) } : { kind: 'none' };
}

/** Returns a provider's name, with its model if `all` has others of that name. */
export function labelOf({ name, model }: Named, all: readonly Named[]): string {
  const isAmbiguous = model !== undefined && all.filter((other) => other.name === name).length > 1;
  return isAmbiguous ? `${name} (${model})` : name;
}

/** Returns what to report of the providers that are avoided, because those after them are asked first. */
export function skipsOf<Provider extends Named>(
  all: readonly Provider[],
  inOrder: readonly Provider[],
  { kind, what }: { kind: ProviderSetback['kind']; what: string },
): ConversationProblem[] {
  const [first] = inOrder;
  const avoided = first === undefined ? [] : all.slice(0, Math.max(all.indexOf(first), 0));
  return avoided.map((provider) => ({
    what: `the ${what} ${provider.name} was not asked`,
    error: new Error('its last requests failed'),
    setback: { kind, provider: labelOf(provider, all), after: handedTo(first, all), isSkipped: true },
  }));
}

/**
 * Describes a provider's failure without text from outside. Text after a colon comes from the provider or the network. It
 * may contain the caller's words, a key or an address, so it goes only into the log.
 */
export function failureMessage(error: unknown): string {
  const { provider, status } = error as Partial<ProviderFailure>;
  if (!(error instanceof Error) || provider === undefined) return 'it failed';
  const [ours = ''] = error.message.split(':', 1);
  const code = codeOf(error);
  const isSaid = ours.startsWith(`${provider} `);
  const said = isSaid ? `it${ours.slice(provider.length)}` : 'it failed';
  if (code !== null) return `${said} (${code})`;
  return isSaid || typeof status !== 'number' ? said : `${said} (${status})`;
}

/** Returns the code of a network failure such as `ECONNREFUSED`, or null. */
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
