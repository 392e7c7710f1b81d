import { lineAt, locate } from '../definition/locate.ts';
import type { Parsed } from '../definition/parse.ts';
import { fieldOf, pathOf } from '../definition/path-of.ts';
import { countByStep, type Problem } from '../definition/problems.ts';
import type { Mark, Marks } from '../graph/marks.ts';

/** Returns marks for the steps with problems. */
export function problemMarks(problems: readonly Problem[]): Marks {
  return new Map<string, Mark>(
    [...countByStep(problems)].map(([key, count]) => [
      key,
      { tone: 'bad', label: count === 1 ? '1 problem' : `${count} problems` },
    ]),
  );
}

/** Returns the lines with problems, from 1. */
export function wrongLines(text: string, { error }: Parsed, problems: readonly Problem[]): Set<number> {
  const inside = error ? [] : problems.filter(({ key }) => key !== 'trigger');
  return new Set(
    inside.map(({ key, field }) => lineAt(text, locate(text, pathOf(fieldOf(key, field))).start)),
  );
}
