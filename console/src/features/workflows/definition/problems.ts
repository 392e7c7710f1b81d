import { flat, type StepView } from './tree.ts';

/** A field that the API refused, by path. */
interface Refusal {
  field: string;
  message: string;
}

/** A reason why a draft cannot be published, with its step and field. */
export interface Problem {
  /** The key of the step, `trigger` for the trigger, or empty for the whole definition. */
  key: string;
  /** The step's name for users. */
  where: string;
  /** The field inside the step, such as `call.phoneNumber`. Empty for the whole step. */
  field: string;
  message: string;
}

const behindStep = / \(step [^()]*\)$/;

/** Returns the API's refusals of a draft by step. */
export function problemsOf(failures: readonly Refusal[], steps: readonly StepView[]): Problem[] {
  const all = flat(steps);
  return failures.map(({ field, message: full }) => {
    const message = full.replace(behindStep, '');
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

/** Counts the problems of each step by its key. */
export function countByStep(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of problems) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Returns the path of a step's field, or of the step. */
export function fieldOf(key: string, field: string): string {
  return [key, field].filter((part) => part !== '').join('.');
}
