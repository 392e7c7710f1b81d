/** Times in bins of a tenth of a millisecond, in bounded memory. */
export class Histogram {
  readonly #bins = new Uint32Array(20_000);
  #count = 0;
  maxMs = 0;

  add(ms: number): void {
    this.#bins[Math.min(Math.max(Math.floor(ms * 10), 0), this.#bins.length - 1)]!++;
    this.#count++;
    if (ms > this.maxMs) this.maxMs = ms;
  }

  /** Returns the time that this share of all times does not exceed; null without times. */
  quantile(share: number): number | null {
    let left = Math.ceil(share * this.#count);
    if (left === 0) return null;
    const bin = this.#bins.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return (bin + 1) / 10;
  }

  clear(): void {
    this.#bins.fill(0);
    this.#count = 0;
    this.maxMs = 0;
  }
}

/** Returns the exact quantile of a few values. */
export function quantileOf(values: readonly number[], share: number): number | null {
  return values.toSorted((a, b) => a - b)[Math.max(Math.ceil(share * values.length) - 1, 0)] ?? null;
}

/** Returns the slope of the least-squares line through the points. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const covariance = mean(({ x, y }) => (x - meanX) * (y - meanY));
  return covariance / mean(({ x }) => (x - meanX) ** 2);
}
