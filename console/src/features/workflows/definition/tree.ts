import { at, isObject, type Path } from '../../json-text/index.ts';
import { summaryOf } from './summary.ts';

/** A step as it is shown. In a draft it may be incomplete or invalid. */
export interface StepView {
  path: Path;
  /** The API's path, `steps.2.then.0`, which identifies the step on the page. */
  key: string;
  id: string;
  type: string;
  /** The step's name, or else its id. */
  title: string;
  /** A summary of the step in a few words. */
  summary: string;
  lists: ListView[];
  fields: Readonly<Record<string, unknown>>;
}

/** A list of steps inside a step. */
export interface ListView {
  path: Path;
  key: string;
  /** "then", the name of a case, or "Branch 2". */
  label: string;
  steps: StepView[];
}

/** Returns the steps of a definition, whatever its validity. */
export function stepsOf(definition: unknown): StepView[] {
  return stepsIn(isObject(definition) ? definition.steps : undefined, ['steps']);
}

/** Returns every step and the steps inside it, in reading order. */
export function flat(steps: readonly StepView[]): StepView[] {
  return steps.flatMap((step) => [step, ...step.lists.flatMap((list) => flat(list.steps))]);
}

function stepsIn(value: unknown, path: Path): StepView[] {
  return Array.isArray(value) ? value.map((step, index) => stepOf(step, [...path, index])) : [];
}

function stepOf(value: unknown, path: Path): StepView {
  const fields = isObject(value) ? value : {};
  const id = text(fields.id) ?? '?';
  const type = text(fields.type) ?? '?';
  return {
    path,
    key: path.join('.'),
    id,
    type,
    fields,
    title: text(fields.name) ?? id,
    summary: summaryOf(type, fields),
    lists: listsOf(type, fields, path),
  };
}

function listsOf(type: string, fields: Record<string, unknown>, path: Path): ListView[] {
  const list = (place: Path, label: string): ListView => {
    const whole = [...path, ...place];
    return { path: whole, key: whole.join('.'), label, steps: stepsIn(at(fields, place), whole) };
  };
  switch (type) {
    case 'condition':
      return [list(['then'], 'then'), list(['else'], 'else')];
    case 'split': {
      const cases = Array.isArray(fields.cases) ? fields.cases : [];
      const label = (one: unknown, index: number) =>
        (isObject(one) && (text(one.name) ?? text(one.if))) || `Case ${index + 1}`;
      return [
        ...cases.map((one: unknown, index) => list(['cases', index, 'steps'], label(one, index))),
        list(['default'], 'otherwise'),
      ];
    }
    case 'parallel': {
      const branches = Array.isArray(fields.branches) ? fields.branches : [];
      return branches.map((_, index) => list(['branches', index], `Branch ${index + 1}`));
    }
    case 'loop':
      return [list(['steps'], 'each')];
    default:
      return [];
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
