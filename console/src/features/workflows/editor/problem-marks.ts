import { formatCount } from '../../../ui/format.ts';
import type { Mark, Marks } from '../../graph/index.ts';
import { lineAt, locate, type Parsed, pathOf } from '../../json-text/index.ts';
import { countByStep, fieldOf, type Problem } from '../definition/problems.ts';

/** Returns marks for the steps with problems. */
export function problemMarks(problems: readonly Problem[]): Marks {
  return new Map<string, Mark>(
    [...countByStep(problems)].map(([key, count]) => [
      key,
      { tone: 'bad', label: formatCount(count, 'problem') },
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
