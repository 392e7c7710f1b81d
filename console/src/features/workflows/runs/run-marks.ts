import { formatLabel, type Tone } from '../../../ui/index.ts';
import type { Mark, Marks } from '../../graph/index.ts';
import { flat, type StepView } from '../definition/tree.ts';
import type { RunStep } from '../workflow-labels.ts';

const tones: Readonly<Record<RunStep['status'], Tone>> = {
  running: 'busy',
  waiting: 'waiting',
  completed: 'good',
  failed: 'bad',
  canceled: 'neutral',
};

/** The worst first. A step that ran several times gets the first of its states. */
const order: readonly RunStep['status'][] = ['failed', 'running', 'waiting', 'canceled', 'completed'];

/** Returns the state of a step in words, with its tone. */
export function stepMark({ status }: Pick<RunStep, 'status'>): { label: string; tone: Tone; pulse: boolean } {
  return { label: formatLabel(status), tone: tones[status], pulse: status === 'running' };
}

/** Returns the entries of a run by step id, in the order of their start. */
export function entriesByStep(entries: readonly RunStep[]): Map<string, RunStep[]> {
  const byStep = new Map<string, RunStep[]>();
  for (const entry of entries) {
    const known = byStep.get(entry.stepId);
    if (known) known.push(entry);
    else byStep.set(entry.stepId, [entry]);
  }
  return byStep;
}

/** Returns the marks of a run by key of the step. Steps that did not begin have none. */
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
  const label =
    entries.length === 1
      ? formatLabel(status)
      : counts.map((one) => `${one.count} ${formatLabel(one.status).toLowerCase()}`).join(', ');
  return { tone: tones[status], label, pulse: status === 'running' };
}
