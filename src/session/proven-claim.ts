/**
 * An INVITE leaves no later than this after its claim was last known to stand: a pause, which no claim before it knew of, stops
 * all that leaves a second later.
 */
const trustedForMs = 1000;

/**
 * Whether a claim stands now, not only when it was asked for: the answer counts from before the question, so that one which
 * lay here while this process stood still, and others may have taken it for dead, is not believed.
 *
 * `askedAtMs`: before the claim was asked for, by `nowMs`. `ask` tells whether it stands.
 */
export async function provenClaim<State extends string>(
  askedAtMs: number,
  ask: () => Promise<State | 'stands'>,
  nowMs: () => number,
): Promise<State | 'stands'> {
  for (let provenAtMs = askedAtMs; nowMs() - provenAtMs > trustedForMs; ) {
    provenAtMs = nowMs();
    const state = await ask();
    if (state !== 'stands') return state;
  }
  return 'stands';
}
