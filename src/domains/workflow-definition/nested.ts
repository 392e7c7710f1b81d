import type { Step } from './steps.ts';

/** A list of steps inside a step, with its path: `then`, `cases.0.steps`. */
export interface NestedList {
  path: (string | number)[];
  steps: Step[];
}

/** Returns the lists of steps inside a step, in order. */
export function nestedLists(step: Step): NestedList[] {
  switch (step.type) {
    case 'condition':
      return [
        { path: ['then'], steps: step.then },
        { path: ['else'], steps: step.else },
      ];
    case 'split':
      return [
        ...step.cases.map(({ steps }, i) => ({ path: ['cases', i, 'steps'], steps })),
        { path: ['default'], steps: step.default },
      ];
    case 'parallel':
      return step.branches.map((steps, i) => ({ path: ['branches', i], steps }));
    case 'loop':
      return [{ path: ['steps'], steps: step.steps }];
    default:
      return [];
  }
}
