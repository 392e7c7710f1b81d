/** Another campaign of the organization that takes calls from this one. */
export interface OtherCampaign {
  weight: number;
  /** When its first call is due that can be dialed as things are now. */
  dialsFromMs: number;
  /** Null for a campaign without an end. */
  endAtMs: number | null;
}

/** The cap on concurrent calls from then on, until the next entry. */
export interface Cap {
  fromMs: number;
  callsMax: number;
}

/**
 * Returns the campaign's share of the organization's concurrent calls by its weight, over time. Each other campaign
 * takes its share from when it can dial until it ends. At least one. Pure.
 */
export function sharesOf(
  nowMs: number,
  organizationMax: number,
  weight: number,
  others: readonly OtherCampaign[],
): Cap[] {
  const changes = others
    .filter(({ endAtMs }) => endAtMs === null || endAtMs > nowMs)
    .flatMap((one) => {
      const fromMs = Math.max(one.dialsFromMs, nowMs);
      if (one.endAtMs === null) return [{ atMs: fromMs, weight: one.weight }];
      if (one.endAtMs <= fromMs) return [];
      return [
        { atMs: fromMs, weight: one.weight },
        { atMs: one.endAtMs, weight: -one.weight },
      ];
    })
    .sort((a, b) => a.atMs - b.atMs);
  const caps: Cap[] = [{ fromMs: nowMs, callsMax: organizationMax }];
  let otherWeights = 0;
  for (const { atMs, weight: change } of changes) {
    otherWeights += change;
    const callsMax = Math.max(Math.round((organizationMax * weight) / (weight + otherWeights)), 1);
    if (caps.at(-1)?.fromMs === atMs) caps.pop();
    caps.push({ fromMs: atMs, callsMax });
  }
  return caps;
}
