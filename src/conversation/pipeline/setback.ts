import type { ProviderSetback } from './conversation.ts';

/** What becomes of the work of a provider that failed. */
export type AfterFailure = ProviderSetback['after'];

/** The same provider is asked again. */
export const again: AfterFailure = { kind: 'again' };
/** Something of it was heard, and nobody begins it anew, or goes on with it. */
export const brokenOff: AfterFailure = { kind: 'broken-off', goesOn: false };
/** Something of it was heard, and somebody is asked for the rest. */
export const goneOnWith: AfterFailure = { kind: 'broken-off', goesOn: true };

/** The work goes to `provider`; undefined: there is no other. */
export function handedTo(provider: { name: string } | undefined): AfterFailure {
  return provider ? { kind: 'next', provider: provider.name } : { kind: 'nobody' };
}
