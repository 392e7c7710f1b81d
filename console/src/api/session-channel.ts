/** `changed`: a tab signed in or out. `opened`: a signed-in tab was opened. */
export type SessionNews = 'changed' | 'opened';

/** Opens the channel on which tabs send each other `SessionNews`. */
export function sessionChannel(): BroadcastChannel {
  return new BroadcastChannel('parley-session');
}
