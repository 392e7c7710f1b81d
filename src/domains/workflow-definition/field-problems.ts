import type { Step, StepOf } from './steps.ts';
import { templateParts } from './template.ts';

/** A problem with a field that the schema cannot express. */
interface FieldProblem {
  path: (string | number)[];
  message: string;
}

const reserved = new Set(['input', 'steps', 'vars', 'run', 'now', 'secrets', 'true', 'false', 'null', 'in']);

/** Returns the problems of a step's fields, apart from its expressions. `names` are already in use. */
export function fieldProblems(step: Step, names: ReadonlySet<string>): FieldProblem[] {
  switch (step.type) {
    case 'delay':
      return (step.seconds === undefined) === (step.until === undefined)
        ? [{ path: ['seconds'], message: 'must be given, or until, but not both' }]
        : [];
    case 'http':
      return urlProblem(step);
    case 'loop':
      return reserved.has(step.as) || names.has(step.as) || names.has(`${step.as}Index`)
        ? [{ path: ['as'], message: `cannot be ${step.as}, which has another meaning here` }]
        : [];
    case 'set':
      return Object.keys(step.values).length === 0
        ? [{ path: ['values'], message: 'must be the name of a variable' }]
        : [];
    default:
      return [];
  }
}

/** A URL is either a single expression, or contains its own host. */
function urlProblem({ url }: StepOf<'http'>): FieldProblem[] {
  let parts: ReturnType<typeof templateParts>;
  try {
    parts = templateParts(url);
  } catch {
    // Reported as an invalid expression instead.
    return [];
  }
  if (parts.length === 1 && typeof parts[0] !== 'string') return [];
  const [one, other] = ['a', 'b'].map((filled) =>
    URL.parse(parts.map((part) => (typeof part === 'string' ? part : filled)).join('')),
  );
  const problem = (message: string) => [{ path: ['url'], message }];
  if (!one || !other || !/^https?:$/.test(one.protocol)) return problem('must be an http or https URL');
  if (one.origin !== other.origin) return problem('must not have expressions before its path');
  if (one.username !== '' || one.password !== '')
    return problem('must not contain a user; use a secret header');
  return [];
}
