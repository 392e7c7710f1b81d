/** Returns the share of calls that find all of `servers` taken, for an offered load in Erlangs (Erlang's loss formula). */
export function erlangLoss(servers: number, load: number): number {
  let loss = 1;
  for (let server = 1; server <= servers; server++) loss = (load * loss) / (server + load * loss);
  return loss;
}

/**
 * Returns the share of their time that `servers` are idle when calls arrive at random, at the greatest rate that loses no
 * more than `lossMax` of them.
 */
export function erlangIdleShare(servers: number, lossMax: number): number {
  let [low, high] = [0, 10 * servers];
  for (let step = 0; step < 60; step++) {
    const load = (low + high) / 2;
    if (erlangLoss(servers, load) <= lossMax) low = load;
    else high = load;
  }
  return 1 - (low * (1 - erlangLoss(servers, low))) / servers;
}
