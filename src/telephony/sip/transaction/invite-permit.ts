/**
 * The right to send an INVITE, where it can lapse on the way to the network: every copy of the INVITE, the one with
 * credentials and the repetitions included, leaves while it is known to stand or not at all.
 */
export interface InvitePermit {
  /** Whether it is known to stand now. Asked right before the first byte of each copy is handed to the network. */
  stands(): boolean;
  /** Asks whoever gave it; false where it is gone, or nobody could be asked. Does not reject. */
  renew(): Promise<boolean>;
}

/** For an INVITE that nobody takes back. */
export const unconditional: InvitePermit = { stands: () => true, renew: () => Promise.resolve(true) };
