import type { Flow, FlowPlay, Stage } from '../../src/conversation/flow/index.ts';
import { fillVariables } from '../../src/domains/agents/index.ts';
import { compileExpression } from '../../src/platform/expressions/index.ts';
import { schemaProblem } from '../../src/platform/http/index.ts';

const emptyStage: Stage = {
  instructions: '',
  dialogue: null,
  says: null,
  tools: null,
  collects: [],
  edges: [],
  global: null,
  finish: null,
};

/** Returns a flow from the fields that a test gives. */
export function flowOf(
  given: Omit<Partial<Flow>, 'stages'> & { stages: Record<string, Partial<Stage>> },
): Flow {
  const stages = Object.entries(given.stages).map(([name, stage]) => [name, { ...emptyStage, ...stage }]);
  return {
    start: Object.keys(given.stages)[0]!,
    variables: { type: 'object', properties: {} },
    ...given,
    stages: Object.fromEntries(stages),
  };
}

/** Returns a flow with the functions that it has in a call. */
export function flowPlay(flow: Flow, given: Partial<FlowPlay> = {}): FlowPlay {
  return {
    flow,
    callVariables: {},
    known: {},
    tools: [],
    endTool: 'endCall',
    transferTool: 'transferCall',
    handOverTool: 'handOver',
    searchTool: 'searchKnowledge',
    hasSources: false,
    evaluate: (expression, scope) => compileExpression(expression).evaluate(scope),
    validate: schemaProblem,
    fill: fillVariables,
    ...given,
  };
}
