import type { Step, StepOf } from './steps.ts';
import { templateParts } from './template.ts';

/** Something that the schema cannot say is wrong with a field of a step. */
interface FieldProblem {
  path: (string | number)[];
  message: string;
}

const reserved = new Set(['input', 'steps', 'vars', 'run', 'now', 'secrets', 'true', 'false', 'null', 'in']);

/** What is wrong with the fields of a step beside its expressions. `names` are taken where it stands. */
export function fieldProblems(step: Step, names: ReadonlySet<string>): FieldProblem[] {
  switch (step.type) {
    case 'delay':
      return (step.seconds === undefined) === (step.until === undefined)
        ? [{ path: ['seconds'], message: 'must be given, or until, and not both' }]
        : [];
    case 'http':
      return urlProblem(step);
    case 'loop':
      return reserved.has(step.as) || names.has(step.as) || names.has(`${step.as}Index`)
        ? [{ path: ['as'], message: `cannot be ${step.as}, which means something else here` }]
        : [];
    case 'set':
      return Object.keys(step.values).length === 0
        ? [{ path: ['values'], message: 'must name a variable' }]
        : [];
    default:
      return [];
  }
}

/** An address is one expression as a whole, or says itself whom the request goes to. */
function urlProblem({ url }: StepOf<'http'>): FieldProblem[] {
  let parts: ReturnType<typeof templateParts>;
  try {
    parts = templateParts(url);
  } catch {
    // It is told of as what is wrong with an expression.
    return [];
  }
  if (parts.length === 1 && typeof parts[0] !== 'string') return [];
  const [one, other] = ['a', 'b'].map((filled) =>
    URL.parse(parts.map((part) => (typeof part === 'string' ? part : filled)).join('')),
  );
  const problem = (message: string) => [{ path: ['url'], message }];
  if (!one || !other || !/^https?:$/.test(one.protocol)) return problem('must be an http or https URL');
  if (one.origin !== other.origin) return problem('must not have expressions before its path');
  if (one.username !== '' || one.password !== '') return problem('must not have a user; use a secret header');
  return [];
}
