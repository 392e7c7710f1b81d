import type { ProviderSetback } from './conversation.ts';

/** The provider that continues the work of a failed one. */
export type AfterFailure = ProviderSetback['after'];

/** The same provider is asked again. */
export const again: AfterFailure = { kind: 'again' };
/** The caller heard the beginning, and no provider continues. */
export const brokenOff: AfterFailure = { kind: 'broken-off', goesOn: false };
/** The caller heard the beginning, and a provider is asked for the rest. */
export const goneOnWith: AfterFailure = { kind: 'broken-off', goesOn: true };

/** The work goes to `provider`; `undefined` when none is left. */
export function handedTo(provider: { name: string } | undefined): AfterFailure {
  return provider ? { kind: 'next', provider: provider.name } : { kind: 'none' };
}
