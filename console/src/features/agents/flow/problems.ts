import { type FlowView, flowView, type StageView } from '../../flow-stages/index.ts';
import { at, isSame, type Path, pathOf } from '../../json-text/index.ts';
import { type Fields, fieldsAt, listAt, nodeLabel, targetPathsOf, unreachedNodes } from '../dialogue/edit.ts';
import { goesOn, stageName, variableName } from './edit.ts';

/** A reason why a flow cannot be played, or a note about what may be missing. */
export interface FlowProblem {
  /** The field in the flow: `['stages', 'booking', 'edges', 0, 'to']`. */
  path: Path;
  message: string;
  /** `waiting`: the flow can be published all the same. */
  tone: 'bad' | 'waiting';
}

/** The parts of an agent that its flow depends on. */
export interface FlowAgent {
  flow: unknown;
  model: { provider: string; fallbacks?: readonly { provider: string }[] } | null;
  speechToSpeech: object | null;
  tools: readonly { name: string }[];
  transferDestinations: readonly { name: string }[];
  conversation: { menus?: object | null };
}

/** Returns the problems that need no service to be found. */
export function localProblems(agent: FlowAgent): FlowProblem[] {
  const flow = flowView(agent.flow);
  return [
    ...agentProblems(agent, flow),
    ...startProblems(flow),
    ...flow.variables.flatMap(variableProblems),
    ...flow.stages.flatMap((stage) => stageProblems(stage, flow, agent)),
    ...unreached(flow).map((name) => bad(['stages', name], 'No stage leads here.')),
  ];
}

const bad = (path: Path, message: string): FlowProblem => ({ path, message, tone: 'bad' });

function agentProblems(
  { model, speechToSpeech, conversation }: FlowAgent,
  { stages }: FlowView,
): FlowProblem[] {
  const problems: FlowProblem[] = [];
  if (speechToSpeech)
    problems.push(
      bad([], 'Speech to speech cannot follow a flow. Choose a transcriber, a model and a voice.'),
    );
  if (conversation.menus)
    problems.push(bad([], 'A flow cannot be used with menus of keys (conversation.menus).'));
  const models = model === null ? [] : [model, ...(model.fallbacks ?? [])];
  if (models.some(({ provider }) => provider === 'scripted'))
    problems.push(
      bad(
        [],
        'The agent’s model is a scripted dialogue. Choose another model, and give the dialogue to a stage.',
      ),
    );
  const spoken = stages.find(needsModel);
  if (model === null && spoken && !speechToSpeech)
    problems.push(
      bad([], `A model speaks in the stage ${spoken.name}, and the agent has none. Choose one under Edit.`),
    );
  return problems;
}

/** Returns true when only a model can go on in a stage. */
function needsModel({ kind, instructions, global, finish, ways }: StageView): boolean {
  if (kind === 'dialogue' || kind === 'empty') return false;
  if (instructions.trim() !== '' || (global && global.choice !== '')) return true;
  return (
    finish === null && !ways.some(({ condition }) => ['when', 'keys', 'silence'].includes(condition.kind))
  );
}

function startProblems({ start, stages }: FlowView): FlowProblem[] {
  if (stages.length === 0) return [bad(['stages'], 'The flow has no stages. Add one.')];
  return stages.some(({ isStart }) => isStart)
    ? []
    : [bad(['start'], `The flow starts with ${start || 'no stage'}, which does not exist. Choose a start.`)];
}

function variableProblems(name: string): FlowProblem[] {
  const path = ['variables', 'properties', name];
  if (name.toLowerCase() === 'go') return [bad(path, 'The name go is taken. Choose another one.')];
  return variableName.test(name) ? [] : [bad(path, `${name} is not a name: use letters, digits and _.`)];
}

function stageProblems(stage: StageView, flow: FlowView, agent: FlowAgent): FlowProblem[] {
  const { name, kind, collects, tools, global, finish } = stage;
  const problems: FlowProblem[] = [];
  const fail = (field: Path, message: string) => problems.push(bad(['stages', name, ...field], message));
  if (!stageName.test(name)) fail([], 'Its name must be letters, digits, _ and -, beginning with a letter.');
  if (kind === 'empty')
    fail(['instructions'], 'Nothing is said here yet. Write instructions or fixed words.');
  collects.forEach((variable, index) => {
    if (!flow.variables.includes(variable)) fail(['collects', index], `There is no variable ${variable}.`);
  });
  tools?.forEach((tool, index) => {
    if (!agent.tools.some((one) => one.name === tool))
      fail(['tools', index], `The agent has no tool ${tool}.`);
  });
  if (global && global.choice.trim() === '' && global.phrases.length === 0 && global.keys === '')
    fail(['global'], 'Say when the stage is reached: by the model’s choice, by words, or by keys.');
  if (finish?.kind === 'transfer' && !finish.to.includes('{{')) {
    const isKnown = agent.transferDestinations.some((one) => one.name === finish.to);
    if (!isKnown) fail(['finish', 'transfer'], `The agent has no transfer destination ${finish.to}.`);
  }
  if (finish?.kind === 'handOver' && finish.agentId === '')
    fail(['finish', 'handOver', 'agentId'], 'Choose the agent that takes over.');
  return [...problems, ...dialogueProblems(stage), ...wayProblems(stage, flow), ...hints(stage, flow)];
}

/** Checks the steps of a dialogue. The service checks the rest when the draft is saved. */
function dialogueProblems({ name, dialogue }: StageView): FlowProblem[] {
  if (!dialogue) return [];
  const path = ['stages', name, 'dialogue', 'nodes'];
  const nodes = fieldsAt(dialogue, ['nodes']);
  const nodeOf = ([part, node]: Path) =>
    part === 'nodes' ? `The step ${nodeLabel(dialogue, String(node))}` : 'An answer of every step';
  const lost = targetPathsOf(dialogue)
    .filter(({ to }) => !Object.hasOwn(nodes, to))
    .map(({ to, path: at }) => {
      const where =
        to === '' ? 'leads nowhere yet. Choose the next step.' : `leads to ${to}, which does not exist.`;
      return bad(['stages', name, 'dialogue', ...at], `${nodeOf(at)} ${where}`);
    });
  const wordless = wordlessOptions(dialogue).map((at) =>
    bad(['stages', name, 'dialogue', ...at], 'Say what the caller says or presses here.'),
  );
  if (lost.length + wordless.length > 0) return [...lost, ...wordless];
  return [...unreachedNodes(dialogue)].map((node) =>
    bad(
      [...path, node],
      `No answer leads to the step ${nodeLabel(dialogue, node)}. Choose it as the next step of another one, or delete it.`,
    ),
  );
}

/** Returns the places of answers without words and keys. */
function wordlessOptions(dialogue: Fields): Path[] {
  const nodes = Object.keys(fieldsAt(dialogue, ['nodes']));
  const lists: Path[] = [['anywhere'], ...nodes.map((node) => ['nodes', node, 'listen', 'options'])];
  return lists.flatMap((list) =>
    listAt(dialogue, list).flatMap((option, index) => {
      const texts = ['phrases', 'keywords', 'questions', 'keys'].flatMap((field) => listAt(option, [field]));
      return texts.length === 0 ? [[...list, index]] : [];
    }),
  );
}

function wayProblems(stage: StageView, flow: FlowView): FlowProblem[] {
  const { name, kind, ways, finish } = stage;
  const known = new Set(flow.stages.map((one) => one.name));
  const keys = new Set<string>();
  return ways.flatMap(({ to, condition, path }) => {
    const problems: FlowProblem[] = [];
    const fail = (field: Path, message: string) => problems.push(bad([...path, ...field], message));
    const target = condition.kind === 'dialogue' ? 'stage' : 'to';
    if (to === '') fail([target], 'Choose the stage that follows.');
    else if (!known.has(to)) fail([target], `There is no stage ${to}.`);
    else if (to === name && target === 'to') fail([target], 'Must lead to another stage.');
    if (condition.kind === 'dialogue') return problems;
    if (!goesOn(finish) && condition.kind !== 'failure')
      fail([], 'After an end or a transfer, only a failure can lead on.');
    else if (kind === 'dialogue' && condition.kind !== 'failure' && condition.kind !== 'when')
      fail([], 'The dialogue decides the rest: a way can only have a condition on variables, or failure.');
    if (condition.kind === 'none') fail([], 'Choose when this way is taken.');
    if (condition.kind === 'choice' && condition.value.trim() === '')
      fail(['choice'], 'Say when this way is taken.');
    if (condition.kind === 'when')
      for (const message of whenProblems(condition.value, flow)) fail(['when'], message);
    if (condition.kind !== 'keys') return problems;
    if (!/^[0-9*#]{1,8}$/.test(condition.value))
      fail(['keys'], 'Must be keys of a telephone: 0 to 9, * and #.');
    if (keys.has(condition.value)) fail(['keys'], 'Another way has the same keys.');
    keys.add(condition.value);
    return problems;
  });
}

function whenProblems(condition: string, { variables }: FlowView): string[] {
  if (condition.trim() === '') return ['Write a condition, such as vars.guests > 8.'];
  const used = [...condition.matchAll(/\bvars\.([A-Za-z_]\w*)/g)].map(([, name]) => name!);
  const lost = [...new Set(used)].filter((name) => !variables.includes(name));
  return lost.map((name) => `There is no variable ${name}.`);
}

/** A stage without a way out is allowed, but rarely meant. */
function hints({ name, kind, ways, finish, global }: StageView, { stages }: FlowView): FlowProblem[] {
  const isDeaf = global && global.choice !== '' && global.phrases.length === 0 && global.keys === '';
  if (isDeaf && stages.some((one) => one.dialogue && one.name !== name)) {
    const message =
      'Dialogues do not lead here, because no model listens there. Add words or keys of the caller.';
    return [{ path: ['stages', name, 'global'], message, tone: 'waiting' }];
  }
  const isElsewhere = stages.some((one) => one.global && one.name !== name);
  if (ways.length > 0 || finish || isElsewhere || kind === 'dialogue' || kind === 'empty') return [];
  const message = 'No way out: the conversation stays here until the caller hangs up.';
  return [{ path: ['stages', name, 'edges'], message, tone: 'waiting' }];
}

function unreached({ stages }: FlowView): string[] {
  // Without a start, every stage would be unreached.
  if (!stages.some(({ isStart }) => isStart)) return [];
  const named = new Map(stages.map((stage) => [stage.name, stage]));
  const reached = new Set(stages.filter(({ isStart, global }) => isStart || global).map(({ name }) => name));
  for (const name of reached) for (const { to } of named.get(name)?.ways ?? []) reached.add(to);
  return stages.map(({ name }) => name).filter((name) => !reached.has(name));
}

/** The refusals of the service, and the agent that was sent. */
export interface Refused {
  fields: readonly { field: string; message: string }[];
  agent: FlowAgent;
}

/** Returns the refusals that still apply: their field is unchanged, and no local check covers them. */
export function remoteProblems({ fields, agent }: Refused, flow: unknown): FlowProblem[] {
  const covered = new Set(localProblems(agent).map(({ path }) => path.join('.')));
  return fields.flatMap(({ field, message }) => {
    if (field !== 'flow' && !field.startsWith('flow.')) return [];
    const path = pathOf(field.slice('flow.'.length));
    const isCovered = path.length === 0 ? covered.has('') : covered.has(path.join('.'));
    if (isCovered || !isSame(at(agent.flow, path), at(flow, path))) return [];
    return [bad(path, message)];
  });
}

/** Returns the stage of a problem, or null for the start, the variables and the whole flow. */
export function stageOf({ path }: FlowProblem): string | null {
  return path[0] === 'stages' && path.length > 1 ? String(path[1]) : null;
}

/** Returns the problems of a field and its parts in one text. */
export function problemAt(problems: readonly FlowProblem[], path: Path): string | undefined {
  const found = problems.filter(
    ({ path: own, tone }) => tone === 'bad' && path.every((key, depth) => own[depth] === key),
  );
  return found.length === 0 ? undefined : [...new Set(found.map(({ message }) => message))].join(' ');
}
