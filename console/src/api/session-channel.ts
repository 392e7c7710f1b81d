/** Somebody has signed in or out in a tab, or a tab was opened by who is signed in. */
export type SessionNews = 'changed' | 'opened';

/** By which tabs of the console tell each other of sessions: `SessionNews`. */
export function sessionChannel(): BroadcastChannel {
  return new BroadcastChannel('parley-session');
}
