/** Returns the median; of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The values of several variants, measured in alternating rounds. */
export interface Rounds<Name extends string> {
  /** The values of one variant, in the order of the rounds. */
  of(name: Name): number[];
  /** The median over the rounds of one variant's value divided by another's. */
  ratio(name: Name, to: Name): number;
}

/**
 * Measures the variants in turn, A B A B …, so that other work on the machine affects all alike. Ratios are taken
 * within a round.
 */
export async function alternate<Name extends string>(
  rounds: number,
  variants: Record<Name, () => Promise<number>>,
): Promise<Rounds<Name>> {
  const names = Object.keys(variants) as Name[];
  const values = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) values.get(name)!.push(await variants[name]());
  }
  return {
    of: (name) => values.get(name)!,
    ratio: (name, to) => median(values.get(name)!.map((value, round) => value / values.get(to)![round]!)),
  };
}
