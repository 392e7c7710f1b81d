/** Another campaign of the organization, as far as it takes calls from this one. */
export interface OtherCampaign {
  weight: number;
  /** When the first of its calls is due that can be dialed as things are now. */
  dialsFromMs: number;
  /** Null: it has no end. */
  endAtMs: number | null;
}

/** How many calls there may be at one time, from then on until the next. */
export interface Cap {
  fromMs: number;
  callsMax: number;
}

/**
 * What of the organization's calls falls to a campaign by its weight, from now on: each other one takes its share from when
 * it can dial until it ends. Never less than one. Pure.
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
