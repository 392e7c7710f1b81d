import { at, type Path, withValue } from '../../json-text/index.ts';
import { moved, placeOf, withoutStep, withStep } from '../definition/edit.ts';
import { newStep } from '../definition/step-types.ts';
import { flat, type ListView, type StepView } from '../definition/tree.ts';
import type { GraphEditing } from '../graph/graph-context.ts';
import type { WorkflowDraft } from './use-workflow-draft.ts';

/** The changes that the graph and the panel of a step make. */
export interface StepEdits extends GraphEditing {
  /** Undefined removes the field. */
  setField: (step: StepView, name: string, value: unknown) => void;
  addAfter: (step: StepView, type: string) => void;
  addFirst: (type: string) => void;
  addInto: (list: ListView, type: string) => void;
  remove: (step: StepView) => void;
  moveBy: (step: StepView, by: 1 | -1) => void;
  canMove: (step: StepView, by: 1 | -1) => boolean;
}

/** Returns the edits of a draft. An added or moved step is selected. */
export function stepEdits(
  { definition, steps, changeDefinition }: WorkflowDraft,
  select: (key: string | null) => void,
): StepEdits {
  const put = (list: Path, index: number, type: string) => {
    const taken = new Set(flat(steps).map(({ id }) => id));
    changeDefinition(withStep(definition, list, index, newStep(type, taken)));
    select([...list, index].join('.'));
  };
  const move = (step: StepView, list: Path, index: number) => {
    const result = moved(definition, step.path, list, index);
    if (result === null) return;
    changeDefinition(result.definition);
    select(result.path.join('.'));
  };
  const canMove = ({ path }: StepView, by: 1 | -1) => {
    const [list, index] = placeOf(path);
    const siblings = at(definition, list);
    return Array.isArray(siblings) && siblings[index + by] !== undefined;
  };
  return {
    setField: ({ path, key }, name, value) =>
      changeDefinition(withValue(definition, [...path, name], value), `${key}.${name}`),
    addAfter({ path }, type) {
      const [list, index] = placeOf(path);
      put(list, index + 1, type);
    },
    addFirst: (type) => put(['steps'], 0, type),
    addInto: ({ path, steps: inner }, type) => put(path, inner.length, type),
    remove(step) {
      changeDefinition(withoutStep(definition, step.path));
      select(null);
    },
    moveBy(step, by) {
      const [list, index] = placeOf(step.path);
      // Moves before the step after the next, or before the previous one.
      if (canMove(step, by)) move(step, list, by === 1 ? index + 2 : index - 1);
    },
    canMove,
    onAdd: ({ list, index }, type) => put(list, index, type),
    onMove(key, { list, index }) {
      const step = flat(steps).find((one) => one.key === key);
      if (step) move(step, list, index);
    },
  };
}
