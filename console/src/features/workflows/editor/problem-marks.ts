import { lineAt, locate } from '../definition/locate.ts';
import type { Parsed } from '../definition/parse.ts';
import { fieldOf, pathOf } from '../definition/path-of.ts';
import { countByStep, type Problem } from '../definition/problems.ts';
import type { Mark, Marks } from '../graph/marks.ts';

/** Marks of the steps that something is wrong with. */
export function problemMarks(problems: readonly Problem[]): Marks {
  return new Map<string, Mark>(
    [...countByStep(problems)].map(([key, count]) => [
      key,
      { tone: 'bad', words: count === 1 ? '1 problem' : `${count} problems` },
    ]),
  );
}

/** The lines of a definition in which problems stand, from 1. */
export function wrongLines(text: string, { error }: Parsed, problems: readonly Problem[]): Set<number> {
  const inside = error ? [] : problems.filter(({ key }) => key !== 'trigger');
  return new Set(
    inside.map(({ key, field }) => lineAt(text, locate(text, pathOf(fieldOf(key, field))).start)),
  );
}
