import { ExpressionError } from '../../platform/expressions/index.ts';
import { inputProblems } from '../../platform/http/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import { expressionsCharactersMax, nestingMax, stepsMax } from './bounds.ts';
import { fieldProblems } from './field-problems.ts';
import { nestedLists } from './nested.ts';
import { type Step, WorkflowDefinition } from './steps.ts';
import { expressionCharacters, expressionOf, type TemplatePart, templateParts } from './template.ts';
import { type Filled, templatesOf } from './templates-of.ts';

type Path = readonly (string | number)[];

/** The names available to expressions at a step. */
interface Surroundings {
  /** Steps that may have run before. */
  before: ReadonlySet<string>;
  names: ReadonlySet<string>;
  depth: number;
}

/** A valid definition, or all its problems with paths such as `steps.2.then.0.url`. */
type Checked = { definition: WorkflowDefinition } | { problems: FieldError[] };

const everywhere = ['input', 'vars', 'run', 'now'];

/** Validates a definition by its schema and by what a run needs of it. */
export function checkDefinition(value: unknown): Checked {
  if (isDeeper(value, jsonDepthMax)) {
    return { problems: [{ field: 'definition', message: `is nested more than ${jsonDepthMax} deep` }] };
  }
  const parsed = WorkflowDefinition.safeParse(value, { reportInput: true });
  if (!parsed.success) {
    const problems = inputProblems(parsed.error, 'definition');
    return { problems: problems.map((problem) => ({ ...problem, message: named(value, problem) })) };
  }
  const check = new Check();
  check.list(parsed.data.steps, ['steps'], { before: new Set(), names: new Set(everywhere), depth: 1 });
  const problems = check.finish();
  return problems.length > 0 ? { problems } : { definition: parsed.data };
}

/** Readers of a definition recurse, so deeper nesting is rejected first. */
const jsonDepthMax = 80;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/** Returns the message with the id of the step at the path. */
function named(definition: unknown, { field, message }: FieldError): string {
  let at = definition;
  let id: string | null = null;
  for (const key of field.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) break;
    at = (at as Record<string, unknown>)[key];
    const own = (at as { id?: unknown } | null)?.id;
    if (typeof own === 'string' && own.length <= 64) id = own;
  }
  return id === null ? message : `${message} (step ${id})`;
}

/** Walks a definition and collects its problems. */
class Check {
  readonly #problems: FieldError[] = [];
  readonly #ids = new Map<string, 'outside' | 'loop'>();
  /** References to unknown steps, explained once all steps are known. */
  readonly #strange: { path: Path; step: string; id: string }[] = [];
  #steps = 0;
  #characters = 0;

  /** Walks a list. Returns the ids of all its steps that later steps may refer to. */
  list(steps: readonly Step[], path: Path, around: Surroundings): Set<string> {
    const before = new Set(around.before);
    let ending: string | null = null;
    for (const [index, step] of steps.entries()) {
      const at = [...path, index];
      if (ending !== null) {
        this.#add([...at, 'type'], step.id, `is never reached: the run ends with ${ending}`);
        ending = null;
      }
      this.#count(at, step, around.depth);
      for (const problem of fieldProblems(step, around.names)) {
        this.#add([...at, ...problem.path], step.id, problem.message);
      }
      const inner = this.#within(step, at, { ...around, before });
      for (const filled of templatesOf(step)) {
        this.#expressions(filled, at, step, filled.isInner ? inner : { ...around, before });
      }
      before.add(step.id);
      // A step inside a loop has no single result after it.
      if (step.type !== 'loop') for (const id of inner.before) before.add(id);
      if (endsRun(step)) ending = step.id;
    }
    return before;
  }

  finish(): FieldError[] {
    for (const { path, step, id } of this.#strange) {
      const place = this.#ids.get(id);
      const why =
        place === undefined
          ? 'which does not exist'
          : "which cannot have run before. After a loop, only the loop's own output is available, not that of its steps";
      this.#add(path, step, `refers to step ${id.slice(0, 64)}, ${why}`);
    }
    return this.#problems;
  }

  #within(step: Step, at: Path, around: Surroundings): Surroundings {
    const names =
      step.type === 'loop' ? new Set([...around.names, step.as, `${step.as}Index`]) : around.names;
    const inside = { before: around.before, names, depth: around.depth + 1 };
    const before = new Set(around.before);
    for (const { path, steps } of nestedLists(step)) {
      for (const id of this.list(steps, [...at, ...path], inside)) before.add(id);
    }
    return { ...inside, before };
  }

  #count(at: Path, { id }: Step, depth: number): void {
    if (++this.#steps === stepsMax + 1) this.#add(at, id, `exceeds the limit of ${stepsMax} steps`);
    if (depth === nestingMax + 1) this.#add(at, id, `is nested more than ${nestingMax} deep in other steps`);
    if (this.#ids.has(id)) this.#add([...at, 'id'], id, 'must be unique; another step has this id');
    this.#ids.set(id, 'outside');
  }

  #expressions({ path, kind, value }: Filled, at: Path, step: Step, around: Surroundings): void {
    for (const [place, text] of textsIn(value, [...at, ...path])) {
      try {
        const before = this.#characters;
        this.#characters += kind === 'expression' ? text.length : expressionCharacters(text);
        if (this.#characters > expressionsCharactersMax) {
          if (before > expressionsCharactersMax) continue;
          throw new ExpressionError(
            `exceeds the limit of ${expressionsCharactersMax} characters for all expressions of the definition`,
          );
        }
        const parts: TemplatePart[] = kind === 'expression' ? [expressionOf(text)] : templateParts(text);
        for (const part of parts) {
          if (typeof part === 'string') continue;
          for (const name of part.references.names) {
            if (!around.names.has(name)) this.#add(place, step.id, unknownName(name, around.names));
          }
          for (const id of part.references.steps) {
            if (!around.before.has(id)) this.#strange.push({ path: place, step: step.id, id });
          }
        }
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        this.#add(place, step.id, error.message);
      }
    }
  }

  #add(path: Path, id: string, message: string): void {
    this.#problems.push({ field: path.join('.'), message: `${message} (step ${id})` });
  }
}

function unknownName(name: string, names: ReadonlySet<string>): string {
  if (name === 'secrets')
    return 'secrets must be written as {"secret": "name"} in the headers or the body of requests';
  return `refers to ${name.slice(0, 64)}, which is none of ${[...names].join(', ')} and steps`;
}

function* textsIn(value: unknown, path: Path): Generator<[Path, string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...path, key]);
  }
}

/** Returns whether the run always ends with this step. */
function endsRun(step: Step): boolean {
  if (step.type === 'end') return true;
  if (step.type === 'loop') return false;
  const lists = nestedLists(step).map(({ steps }) => steps.some(endsRun));
  return lists.length > 0 && (step.type === 'parallel' ? lists.some(Boolean) : lists.every(Boolean));
}
