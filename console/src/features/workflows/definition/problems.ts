import { flat, type StepView } from './tree.ts';

/** One field that the API does not take, by its path. */
export interface Refusal {
  field: string;
  message: string;
}

/** Something that keeps a draft from being published, at the step and field that it is about. */
export interface Problem {
  /** The key of the step; `trigger` for what starts the workflow, empty for the definition as a whole. */
  key: string;
  /** As people see the step. */
  where: string;
  /** The field within it, such as `call.phoneNumber`; empty: the step as a whole. */
  field: string;
  message: string;
}

const behindStep = / \(step [^()]*\)$/;

/** What the API says against a draft, by the steps that it is shown with. */
export function problemsOf(failures: readonly Refusal[], steps: readonly StepView[]): Problem[] {
  const all = flat(steps);
  return failures.map(({ field, message: told }) => {
    const message = told.replace(behindStep, '');
    if (field === 'trigger' || field.startsWith('trigger.')) {
      return { key: 'trigger', where: 'Trigger', field: field.slice('trigger.'.length), message };
    }
    const path = field.replace(/^definition\.?/, '');
    const within = all.filter(({ key }) => path === key || path.startsWith(`${key}.`));
    const step = within.reduce<StepView | null>(
      (found, one) => (one.key.length > (found?.key.length ?? -1) ? one : found),
      null,
    );
    if (step === null) return { key: '', where: 'Definition', field: path, message };
    return { key: step.key, where: step.title, field: path.slice(step.key.length + 1), message };
  });
}

/** How many problems each step has, by its key. */
export function countByStep(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of problems) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
