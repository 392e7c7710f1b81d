import { formatWord, type Tone } from '../../../ui/index.ts';
import { flat, type StepView } from '../definition/tree.ts';
import type { Mark, Marks } from '../graph/marks.ts';
import type { RunStep } from '../workflow-words.ts';

const tones: Readonly<Record<RunStep['status'], Tone>> = {
  running: 'busy',
  waiting: 'waiting',
  completed: 'good',
  failed: 'bad',
  canceled: 'neutral',
};

/** The worst first: what a step that ran several times is marked by. */
const order: readonly RunStep['status'][] = ['failed', 'running', 'waiting', 'canceled', 'completed'];

/** How a step of a run stands, in words and by its tone. */
export function stepMark({ status }: Pick<RunStep, 'status'>): { words: string; tone: Tone; pulse: boolean } {
  return { words: formatWord(status), tone: tones[status], pulse: status === 'running' };
}

/** The entries of a run by the id of their step, in the order in which they began. */
export function entriesByStep(entries: readonly RunStep[]): Map<string, RunStep[]> {
  const byStep = new Map<string, RunStep[]>();
  for (const entry of entries) {
    const known = byStep.get(entry.stepId);
    if (known) known.push(entry);
    else byStep.set(entry.stepId, [entry]);
  }
  return byStep;
}

/** How each step stands in a run, by its key in the definition. What did not begin has no mark. */
export function runMarks(steps: readonly StepView[], byStep: ReadonlyMap<string, RunStep[]>): Marks {
  const marks = new Map<string, Mark>();
  for (const { key, id } of flat(steps)) {
    const entries = byStep.get(id);
    if (entries) marks.set(key, markOf(entries));
  }
  return marks;
}

function markOf(entries: readonly RunStep[]): Mark {
  const counts = order.flatMap((status) => {
    const count = entries.filter((entry) => entry.status === status).length;
    return count > 0 ? [{ status, count }] : [];
  });
  const { status } = counts[0]!;
  const words =
    entries.length === 1
      ? formatWord(status)
      : counts.map((one) => `${one.count} ${formatWord(one.status).toLowerCase()}`).join(', ');
  return { tone: tones[status], words, pulse: status === 'running' };
}
