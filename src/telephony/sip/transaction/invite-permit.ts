/**
 * The permission to send an INVITE, which may lapse before the network takes it. Every copy, retransmissions
 * and the retry with credentials included, is sent only while the permit is known to be valid.
 */
export interface InvitePermit {
  /**
   * Returns whether the permit is known to be valid now. Called right before the first byte of each copy is
   * handed to the network.
   */
  isValid(): boolean;
  /** Renews the permit at its source. False when it is lost or the source did not answer. Never rejects. */
  renew(): Promise<boolean>;
}

/** A permit that never lapses. */
export const unconditional: InvitePermit = { isValid: () => true, renew: () => Promise.resolve(true) };
