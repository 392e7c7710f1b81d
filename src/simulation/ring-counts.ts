/** The counts of calls to one number. */
export interface Rings {
  /** The number of different Call-IDs. More than one means that the number rang again. */
  calls: number;
  /** The number of INVITEs without retransmissions. More than `calls` means that a Call-ID was used twice. */
  invites: number;
}

/** Counts the INVITEs that reach a customer, by called number. */
export class RingCounts {
  readonly #byNumber = new Map<string, { callIds: Set<string>; invites: number }>();

  /** Counts an INVITE, and returns the ordinal of its call to the number, from 1. */
  add(number: string, callId: string): number {
    const known = this.#byNumber.get(number) ?? { callIds: new Set<string>(), invites: 0 };
    known.callIds.add(callId);
    known.invites++;
    this.#byNumber.set(number, known);
    return known.callIds.size;
  }

  /** Returns the current counts. */
  snapshot(): Map<string, Rings> {
    const counts = [...this.#byNumber].map(
      ([number, { callIds, invites }]) => [number, { calls: callIds.size, invites }] as const,
    );
    return new Map(counts);
  }
}
