import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';

/** The vendor's metadata of each tool call, by the call's id. It goes back to the vendor with the call's result. */
export type CallMetadata = Readonly<Record<string, SharedV4ProviderMetadata>>;

/** The `state` of a conversation. With hedging either vendor may answer, so the state of another vendor is ignored. */
interface State {
  provider: string;
  calls: CallMetadata;
}

/** Gemini signs each call. Older calls than these go back unsigned. */
const callsMax = 64;

/** Returns the metadata in the state of a conversation with this provider; empty for any other state. */
export function metadataIn(state: unknown, provider: string): CallMetadata {
  const own = state as Partial<State> | null | undefined;
  return own?.provider === provider && typeof own.calls === 'object' && own.calls !== null ? own.calls : {};
}

/** Returns the state after an answer; `null` when the vendor has reported nothing so far. */
export function stateWith(before: unknown, provider: string, added: CallMetadata): State | null {
  const calls = Object.entries({ ...metadataIn(before, provider), ...added }).slice(-callsMax);
  return calls.length === 0 ? null : { provider, calls: Object.fromEntries(calls) };
}
