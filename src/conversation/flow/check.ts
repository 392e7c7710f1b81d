import { type Flow, handOverOf, type Stage, schemaOf } from './flow.ts';

/** A problem in the structure of a flow, with the path of its field. */
interface FlowProblem {
  path: (string | number)[];
  message: string;
}

/** A way out of a stage, with the path of its field. */
interface Way {
  to: string;
  path: (string | number)[];
}

/** The names of variables: the attributes of the tag, and fields in conditions. */
const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * Returns the structural problems of a flow; empty when it can be played. Conditions that lead in a circle are no problem:
 * an answer passes each stage once.
 */
export function checkFlow(flow: Flow): FlowProblem[] {
  const names = Object.keys(flow.stages);
  const ways = new Map(names.map((name) => [name, waysOf(name, flow.stages[name]!)]));
  const problems = [...variableProblems(flow), ...names.flatMap((name) => stageProblems(flow, name))];
  const isKnown = (name: string) => Object.hasOwn(flow.stages, name);
  if (!isKnown(flow.start)) problems.push({ path: ['start'], message: `there is no stage ${flow.start}` });
  for (const { to, path } of [...ways.values()].flat()) {
    if (!isKnown(to)) problems.push({ path, message: `there is no stage ${to}` });
  }
  return problems.length > 0 ? problems : unreachable(flow, ways);
}

function waysOf(name: string, { edges, dialogue }: Stage): Way[] {
  const own = edges.map(({ to }, index): Way => ({ to, path: ['stages', name, 'edges', index, 'to'] }));
  const nodes = Object.entries(dialogue?.nodes ?? {}).flatMap(([node, { stage }]): Way[] =>
    stage === undefined ? [] : [{ to: stage, path: ['stages', name, 'dialogue', 'nodes', node, 'stage'] }],
  );
  return [...own, ...nodes];
}

function variableProblems({ variables }: Flow): FlowProblem[] {
  return Object.keys((variables.properties ?? {}) as object).flatMap((name) => {
    const path = ['variables', 'properties', name];
    if (name.toLowerCase() === 'go') return [{ path, message: 'go is the name of the tag’s choice' }];
    const message = 'must be letters, digits and _, not beginning with a digit, at most 64';
    return variableName.test(name) ? [] : [{ path, message }];
  });
}

function stageProblems(flow: Flow, name: string): FlowProblem[] {
  const stage = flow.stages[name]!;
  const { instructions, dialogue, says, collects, edges, finish } = stage;
  const problems: FlowProblem[] = [];
  const fail = (field: (string | number)[], message: string) =>
    problems.push({ path: ['stages', name, ...field], message });
  if (instructions === '' && dialogue === null && says === null && finish === null)
    fail([], 'must have instructions, a dialogue, says or finish');
  if (dialogue !== null && instructions !== '') fail(['instructions'], 'has no effect beside a dialogue');
  if (dialogue !== null && collects.length > 0) fail(['collects'], 'has no effect beside a dialogue');
  if (dialogue !== null && finish !== null) fail(['finish'], 'has no effect beside a dialogue');
  collects.forEach((variable, index) => {
    if (!schemaOf(flow, variable)) fail(['collects', index], `there is no variable ${variable}`);
  });
  const keys = new Set<string>();
  edges.forEach((edge, index) => {
    const isPlain = edge.failure === true || (edge.when !== undefined && finish === null);
    if (dialogue !== null && !isPlain)
      fail(['edges', index], 'beside a dialogue must have when or failure; the dialogue decides the rest');
    else if (finish !== null && edge.failure !== true && !handOverOf(stage)?.mayReturn)
      fail(['edges', index], 'beside finish must have failure, unless it is a hand-over with mayReturn');
    if (edge.to === name) fail(['edges', index, 'to'], 'must be another stage');
    if (edge.keys === undefined) return;
    if (keys.has(edge.keys)) fail(['edges', index, 'keys'], 'is listed twice');
    keys.add(edge.keys);
  });
  return problems;
}

function unreachable({ start, stages }: Flow, ways: ReadonlyMap<string, Way[]>): FlowProblem[] {
  const reached = new Set([start]);
  for (const [name, { global }] of Object.entries(stages)) if (global !== null) reached.add(name);
  for (const name of reached) for (const { to } of ways.get(name)!) reached.add(to);
  return [...ways.keys()]
    .filter((name) => !reached.has(name))
    .map((name) => ({ path: ['stages', name], message: `no stage leads to stage ${name}` }));
}
