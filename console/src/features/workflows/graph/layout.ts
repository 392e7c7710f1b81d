import type { Path } from '../../json-text/index.ts';
import type { ListView, StepView } from '../definition/tree.ts';

/** In units of the canvas. */
export const stepSize = { width: 236, height: 58 };
const labelSize = { width: 168, height: 22 };
const gapY = 46;
const columnGap = 28;
const emptyWidth = 176;
const branchTop = 66;
const joinGap = 34;
const groupPadding = 20;
const dot = 8;

/** A position for a step: before `index` of a list. */
export interface Gap {
  list: Path;
  index: number;
}

/** A drawn element, from its upper left corner. */
export type Place = { x: number; y: number; width: number; height: number } & (
  | { kind: 'step'; id: string; step: StepView }
  | { kind: 'loop'; id: string; step: StepView }
  | { kind: 'start' | 'dot' | 'finish'; id: string }
  | { kind: 'label'; id: string; text: string }
  | { kind: 'gap'; id: string; gap: Gap }
);

/** A line from the bottom of a place (or the head of a loop) to the top of another. It turns at the height `bendY`. */
export interface Line {
  id: string;
  from: string;
  /** True from the head of a loop into its first step. */
  isInner: boolean;
  to: string;
  bendY: number | null;
}

/** A whole graph with its size. */
export interface Layout {
  places: Place[];
  lines: Line[];
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

/** Lays a workflow out from top to bottom, with alternatives side by side and loops around their steps. */
export function layOut(steps: readonly StepView[]): Layout {
  const drawing = new Drawing();
  const size = sizeOfList(steps);
  const width = Math.max(size.width, stepSize.width);
  const axis = width / 2;
  drawing.put({ kind: 'start', id: 'trigger', ...centred(axis, 0, stepSize) });
  const exit = drawing.list(steps, ['steps'], axis, stepSize.height + gapY, {
    from: 'trigger',
    isInner: false,
  });
  const bottom = stepSize.height + gapY + size.height + (steps.length > 0 ? gapY : 0);
  if (exit !== null) {
    drawing.gap({ list: ['steps'], index: steps.length }, axis, bottom - gapY / 2);
    drawing.put({ kind: 'finish', id: 'finish', ...centred(axis, bottom, { width: 92, height: 26 }) });
    drawing.line(exit, 'finish', null);
  }
  return { places: drawing.places, lines: drawing.lines, width, height: bottom + 26 };
}

function sizeOfList(steps: readonly StepView[]): Size {
  const sizes = steps.map(sizeOfStep);
  const gaps = Math.max(0, sizes.length - 1) * gapY;
  return {
    width: Math.max(emptyWidth, ...sizes.map(({ width }) => width)),
    height: sizes.reduce((sum, { height }) => sum + height, gaps),
  };
}

function sizeOfStep({ type, lists }: StepView): Size {
  if (lists.length === 0) return stepSize;
  const sizes = lists.map(({ steps }) => sizeOfList(steps));
  const inner = Math.max(...sizes.map(({ height }) => height));
  if (type === 'loop') {
    const width = Math.max(stepSize.width, sizes[0]!.width) + 2 * groupPadding;
    return { width, height: stepSize.height + gapY + inner + gapY };
  }
  const columns = sizes.reduce((sum, { width }) => sum + width, (sizes.length - 1) * columnGap);
  return {
    width: Math.max(stepSize.width, columns),
    height: stepSize.height + branchTop + inner + joinGap + dot,
  };
}

/** The start of a line. */
interface Exit {
  from: string;
  isInner: boolean;
}

class Drawing {
  readonly places: Place[] = [];
  readonly lines: Line[] = [];

  put(place: Place): void {
    this.places.push(place);
  }

  line({ from, isInner }: Exit, to: string, bendY: number | null): void {
    this.lines.push({ id: `${from}→${to}`, from, isInner, to, bendY });
  }

  gap(gap: Gap, axis: number, y: number): void {
    const size = { width: 22, height: 22 };
    this.put({
      kind: 'gap',
      id: `gap ${[...gap.list, gap.index].join('.')}`,
      gap,
      ...centred(axis, y - 11, size),
    });
  }

  /** Places steps below each other. Returns where the next line starts, or null when the run ends before. */
  list(
    steps: readonly StepView[],
    path: Path,
    axis: number,
    top: number,
    entry: Exit,
    bendY: number | null = null,
  ): Exit | null {
    let y = top;
    let exit: Exit | null = entry;
    for (const [index, step] of steps.entries()) {
      // The first gap of a branch is below the branch's name.
      const gapAt = index === 0 && bendY !== null ? y - 13 : y - gapY / 2;
      this.gap({ list: path, index }, axis, gapAt);
      if (exit) this.line(exit, step.key, index === 0 ? bendY : null);
      exit = this.#step(step, axis, y);
      y += sizeOfStep(step).height + gapY;
    }
    return exit;
  }

  #step(step: StepView, axis: number, y: number): Exit | null {
    if (step.type === 'loop') return this.#loop(step, axis, y);
    this.put({ kind: 'step', id: step.key, step, ...centred(axis, y, stepSize) });
    const exit = { from: step.key, isInner: false };
    if (step.lists.length === 0) return step.type === 'end' ? null : exit;
    return this.#ways(step, axis, y);
  }

  #loop(step: StepView, axis: number, y: number): Exit {
    const size = sizeOfStep(step);
    const [list] = step.lists as [ListView];
    this.put({ kind: 'loop', id: step.key, step, ...centred(axis, y, size) });
    const top = y + stepSize.height + gapY;
    const inner = this.list(list.steps, list.path, axis, top, { from: step.key, isInner: true });
    if (inner) this.gap({ list: list.path, index: list.steps.length }, axis, y + size.height - gapY / 2);
    return { from: step.key, isInner: false };
  }

  #ways(step: StepView, axis: number, y: number): Exit | null {
    const size = sizeOfStep(step);
    const join = `${step.key} join`;
    const bendY = y + stepSize.height + 14;
    const top = y + stepSize.height + branchTop;
    const joinY = y + size.height - dot;
    const exits: Exit[] = [];
    const widths = step.lists.map(({ steps }) => sizeOfList(steps).width);
    const all = widths.reduce((sum, width) => sum + width, (widths.length - 1) * columnGap);
    let left = axis - all / 2;
    for (const [index, list] of step.lists.entries()) {
      const middle = left + widths[index]! / 2;
      left += widths[index]! + columnGap;
      this.put({
        kind: 'label',
        id: `${list.key} label`,
        text: list.label,
        ...centred(middle, bendY + 4, labelSize),
      });
      const exit = this.#way(list, middle, { top, bendY, joinY, from: step.key });
      if (exit) exits.push(exit);
    }
    if (exits.length === 0) return null;
    this.put({ kind: 'dot', id: join, ...centred(axis, joinY, { width: dot, height: dot }) });
    for (const exit of exits) this.line(exit, join, joinY - 12);
    return { from: join, isInner: false };
  }

  #way(
    list: ListView,
    axis: number,
    { top, bendY, joinY, from }: { top: number; bendY: number; joinY: number; from: string },
  ): Exit | null {
    const entry = { from, isInner: false };
    const { height } = sizeOfList(list.steps);
    const end: Path = list.path;
    if (list.steps.length > 0) {
      const exit = this.list(list.steps, end, axis, top, entry, bendY);
      if (exit)
        this.gap(
          { list: end, index: list.steps.length },
          axis,
          Math.min(top + height + gapY / 2, joinY - 22),
        );
      return exit;
    }
    // A branch without steps keeps its column.
    const id = `${list.key} pass`;
    this.put({ kind: 'dot', id, ...centred(axis, top - 12, { width: 2, height: 2 }) });
    this.line(entry, id, bendY);
    this.gap({ list: end, index: 0 }, axis, top - 13);
    return { from: id, isInner: false };
  }
}

function centred(axis: number, y: number, { width, height }: Size): { x: number; y: number } & Size {
  return { x: axis - width / 2, y, width, height };
}
