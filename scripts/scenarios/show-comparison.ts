import type { Comparison, Difference } from './compare.ts';

/** Colours a text for its output. */
export type Paint = (style: 'bold' | 'dim' | 'red' | 'green' | 'yellow', text: string) => string;

const gap = ' │ ';
const columnMin = 20;

/**
 * Returns two calls side by side, turn by turn, with the differences in words below. `width` is the characters of a
 * line.
 */
export function comparisonLines(comparison: Comparison, paint: Paint, width: number): string[] {
  const { turns, endedReason, differs } = comparison;
  const column = Math.max(Math.floor((width - 4 - gap.length) / 2), columnMin);
  const row = (left: string, right: string, style: Parameters<Paint>[0] | null = null) =>
    sideBySide(left, right, column).map(([one, other]) => {
      const painted = style === null ? [one, other] : [paint(style, one!), paint(style, other!)];
      return `    ${painted.join(paint('dim', gap))}`.trimEnd();
    });
  const lines = row('before', 'now', 'dim');
  for (const { customer, before, after, differences } of turns) {
    if (customer !== null) lines.push(`  ${paint('bold', `customer: ${customer}`)}`);
    const isOther = differences.some(({ kind }) => kind === 'said');
    const [said, says] = [before, after].map((turn) => turn?.agent.join(' ') || '–');
    if (said !== '–' || says !== '–') lines.push(...row(said!, says!, isOther ? 'yellow' : null));
    for (const difference of differences) lines.push(`    ${paint('red', '≠')} ${inWords(difference)}`);
  }
  if (endedReason.before !== endedReason.after) {
    lines.push(`  ${paint('red', '≠')} ended as ${endedReason.after}, not as ${endedReason.before}`);
  }
  lines.push(differs ? `  ${paint('red', '≠')} different` : `  ${paint('green', '✓')} the same`);
  return lines;
}

function inWords(difference: Difference): string {
  switch (difference.kind) {
    case 'said':
      return difference.after === '' ? 'the agent says nothing' : 'the agent says something else';
    case 'tool-missing':
      return `does not call ${difference.tool} ${JSON.stringify(difference.arguments)}`;
    case 'tool-new':
      return `calls ${difference.tool} ${JSON.stringify(difference.arguments)}`;
    case 'tool-arguments':
      return `calls ${difference.tool} with ${JSON.stringify(difference.after)}, not ${JSON.stringify(difference.before)}`;
    case 'slower':
      return `answers after ${difference.afterMs} ms, not ${difference.beforeMs} ms`;
  }
}

function sideBySide(left: string, right: string, column: number): [string, string][] {
  const [one, other] = [wrap(left, column), wrap(right, column)];
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) => [
    (one[index] ?? '').padEnd(column),
    other[index] ?? '',
  ]);
}

/** Wraps words into lines. A word that is longer than a line is cut. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.split(/\s+/).flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
