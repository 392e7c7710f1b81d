import { diffArrays } from 'diff';

/** A line of one text or of both. */
interface DifferentLine {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

/** Texts with more changed lines than this are not compared line by line: the time grows with the square of the changes. */
const changedLinesMax = 1_000;

/** Returns the lines that turn `before` into `after`; when too many have changed, all of `before` and then all of `after`. */
export function lineDifferences(before: string, after: string): DifferentLine[] {
  const [from, to] = [before.split('\n'), after.split('\n')];
  const changes = diffArrays(from, to, { maxEditLength: changedLinesMax }) ?? [
    { value: from, removed: true, added: false },
    { value: to, removed: false, added: true },
  ];
  return changes.flatMap(({ value, added, removed }) =>
    value.map((text) => ({ text, kind: added ? 'added' : removed ? 'removed' : 'same' })),
  );
}
