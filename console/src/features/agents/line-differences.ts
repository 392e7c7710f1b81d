/** A line of the one text, of the other, or of both. */
export interface DifferentLine {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

/** Lines that are compared one with each other at most, as a product. */
const comparisonsMax = 1_000_000;

/** What makes one text the other, line by line; texts of too many lines are told as a whole. */
export function lineDifferences(before: string, after: string): DifferentLine[] {
  const [from, to] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (
    end < Math.min(from.length, to.length) - start &&
    from[from.length - 1 - end] === to[to.length - 1 - end]
  )
    end++;
  const same = (lines: string[]): DifferentLine[] => lines.map((text) => ({ text, kind: 'same' }));
  return [
    ...same(from.slice(0, start)),
    ...middle(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    ...same(end === 0 ? [] : from.slice(-end)),
  ];
}

/** By the longest common subsequence of the lines. */
function middle(from: string[], to: string[]): DifferentLine[] {
  const removed = (text: string): DifferentLine => ({ text, kind: 'removed' });
  const added = (text: string): DifferentLine => ({ text, kind: 'added' });
  if (from.length * to.length > comparisonsMax) return [...from.map(removed), ...to.map(added)];
  const width = to.length + 1;
  const common = new Uint32Array((from.length + 1) * width);
  for (let one = from.length - 1; one >= 0; one--) {
    for (let other = to.length - 1; other >= 0; other--) {
      const here = one * width + other;
      common[here] =
        from[one] === to[other]
          ? common[here + width + 1]! + 1
          : Math.max(common[here + width]!, common[here + 1]!);
    }
  }
  const lines: DifferentLine[] = [];
  let [one, other] = [0, 0];
  while (one < from.length && other < to.length) {
    const here = one * width + other;
    if (from[one] === to[other]) {
      lines.push({ text: from[one]!, kind: 'same' });
      one++;
      other++;
    } else if (common[here + width]! >= common[here + 1]!) lines.push(removed(from[one++]!));
    else lines.push(added(to[other++]!));
  }
  return [...lines, ...from.slice(one).map(removed), ...to.slice(other).map(added)];
}
