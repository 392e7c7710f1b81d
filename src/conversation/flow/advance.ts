import type { ModelMessage, ModelToolCall } from '../providers/interfaces/index.ts';
import { saysOneOf } from '../providers/scripted/index.ts';
import type { ChangeCause, Edge, FlowChange, FlowPlay, FlowState, GlobalWay, Stage } from './flow.ts';
import { isStateOf, schemaOf } from './flow.ts';

/**
 * What follows in the same answer.
 *
 * - `model`: a model answers, in the stage of `state`.
 * - `dialogue`: the stage's dialogue plays.
 * - `listen`: everything is said.
 * - `act`: the stage's `finish` is carried out.
 */
type Next = 'model' | 'dialogue' | 'listen' | 'act';

/** A step of the flow: where it is now, the changes for the records, and the fixed texts to say. */
export interface Advance {
  state: FlowState;
  changes: FlowChange[];
  says: string[];
  next: Next;
  /** Whether a stage was entered, so that its dialogue begins. */
  isEntered: boolean;
}

/** The ids of the tool calls that carry out `finish` begin with it. */
const actPrefix = 'flow-';

/** The reason for entering a stage. */
interface Reason {
  why: ChangeCause;
  detail: string | null;
  values?: Readonly<Record<string, unknown>>;
}

export function stageOf({ flow }: Pick<FlowPlay, 'flow'>, state: Pick<FlowState, 'stage'>): Stage {
  return flow.stages[state.stage]!;
}

/** Returns the state at the beginning of a flow. */
function beginning({ flow, known }: FlowPlay): FlowState {
  const { start } = flow;
  return { kind: 'flow', stage: start, variables: known, problems: [], isDone: false, place: null };
}

/** Returns the state that was stored, or the beginning of the flow, for questions about the current stage. */
export function stateNow(play: FlowPlay, state: FlowState | null): FlowState {
  return state !== null && isStateOf(play.flow, state) ? state : beginning(play);
}

/**
 * Advances a flow before an answer to these messages, as far as that takes no model: the beginning, keys, silence,
 * failed tools, and conditions that hold.
 */
export function advance(play: FlowPlay, state: FlowState | null, messages: readonly ModelMessage[]): Advance {
  if (state === null || !isStateOf(play.flow, state)) {
    const first = beginning(play);
    const start: FlowChange = { from: null, to: first.stage, why: 'start', detail: null, values: play.known };
    // A first message that was said replaces the text of the first stage. An agent that takes over has said none: what it
    // knows ends with a note.
    const isGreeted = messages.at(-1)?.role !== 'system' && messages.some(({ role }) => role === 'bot');
    const begun = isGreeted ? afterEvent(play, first, messages) : settled(play, first, true);
    return { ...begun, changes: [start, ...begun.changes] };
  }
  return afterEvent(play, state, messages);
}

/** Advances a flow by its edge for a failure; `null` when the stage has none. */
export function afterFailure(play: FlowPlay, state: FlowState, what: string): Advance | null {
  const edge = stageOf(play, state).edges.find(({ failure }) => failure);
  return edge ? entered(play, state, edge.to, { why: 'failure', detail: what }) : null;
}

/** Advances a flow to a stage, with variables that were found out on the way. */
export function entered(play: FlowPlay, state: FlowState, to: string, reason: Reason): Advance {
  const { change, state: inside } = enter(state, to, reason);
  const after = settled(play, inside, true);
  return { ...after, changes: [change, ...after.changes] };
}

/** Takes variables that were found out, without another reason to change the stage. */
export function found(play: FlowPlay, state: FlowState, values: Readonly<Record<string, unknown>>): Advance {
  const changed = { ...state, variables: { ...state.variables, ...values } };
  const after = settled(play, changed, false);
  if (Object.keys(values).length === 0) return after;
  const change: FlowChange = { from: state.stage, to: state.stage, why: 'values', detail: null, values };
  const [first, ...others] = after.changes;
  // The values led to the next stage, so they are part of that change.
  return { ...after, changes: first ? [{ ...first, values }, ...others] : [change] };
}

/** Returns whether a condition holds. One that cannot be evaluated does not. */
export function holds(play: FlowPlay, state: Pick<FlowState, 'variables'>, condition: string): boolean {
  try {
    return play.evaluate(condition, { vars: variablesOf(play, state), call: play.callVariables }) === true;
  } catch {
    return false;
  }
}

/** Fills the variables of a text: those of the flow, and those of the call. */
export function filled(play: FlowPlay, state: Pick<FlowState, 'variables'>, text: string): string {
  return play.fill(text, { ...play.callVariables, ...state.variables });
}

/** Returns all variables; those not found out are null. */
function variablesOf(
  { flow }: FlowPlay,
  { variables }: Pick<FlowState, 'variables'>,
): Record<string, unknown> {
  const names = Object.keys((flow.variables.properties ?? {}) as object);
  return Object.fromEntries(names.map((name) => [name, variables[name] ?? null]));
}

/** Returns the variables of a stage that are not known yet. */
export function missingIn(play: FlowPlay, state: FlowState): string[] {
  return stageOf(play, state).collects.filter((name) => !Object.hasOwn(state.variables, name));
}

/** Returns the values that fit the schemas of their variables. Others are left out. */
export async function fitting(
  play: Pick<FlowPlay, 'flow' | 'validate'>,
  values: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const fit: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const schema = schemaOf(play.flow, name);
    if (schema && value !== null && (await play.validate(schema, value)) === null) fit[name] = value;
  }
  return fit;
}

function afterEvent(play: FlowPlay, state: FlowState, messages: readonly ModelMessage[]): Advance {
  const last = messages.at(-1);
  const isActed = last?.role === 'tool' && last.toolCallId.startsWith(actPrefix);
  const now = isActed ? { ...state, isDone: true } : state;
  const way = wayOf(play, now, messages);
  return way ? entered(play, now, way.to, way) : settled(play, now, false);
}

/** Returns the tool call that carries out what follows the words of a stage. `count` makes its id unique. */
export function actOf(play: FlowPlay, state: FlowState, count: number): ModelToolCall {
  const { finish } = stageOf(play, state);
  const id = `${actPrefix}${count}`;
  if (finish === null || finish === 'end-call') return { id, name: play.endTool, arguments: {} };
  if ('transfer' in finish)
    return { id, name: play.transferTool, arguments: { destination: filled(play, state, finish.transfer) } };
  const { variables } = finish.handOver;
  const handed = Object.entries(state.variables).filter(
    ([name]) => variables === 'all' || variables.includes(name),
  );
  const values = Object.fromEntries(handed);
  return { id, name: play.handOverTool, arguments: { stage: state.stage, values } };
}

/** Returns the edges that count now. Before what follows the words of a stage was tried, only those for failures do. */
export function edgesNow(play: FlowPlay, state: FlowState): readonly Edge[] {
  const { finish, edges } = stageOf(play, state);
  return finish === null || state.isDone ? edges : edges.filter(({ failure }) => failure);
}

/** Returns the edge that the last message takes; `null` for none. */
function wayOf(
  play: FlowPlay,
  state: FlowState,
  messages: readonly ModelMessage[],
): (Reason & { to: string }) | null {
  const stage = stageOf(play, state);
  const last = messages.at(-1);
  if (last?.role === 'tool') {
    const failed = failedTool(messages);
    const edge = failed === null ? undefined : stage.edges.find(({ failure }) => failure);
    return edge ? { to: edge.to, why: 'failure', detail: failed } : null;
  }
  // A dialogue takes keys and silence itself.
  if (last?.role !== 'user' || stage.dialogue !== null) return null;
  if (last.input === 'none') {
    const edge = edgesNow(play, state).find(({ silence }) => silence);
    return edge ? { to: edge.to, why: 'silence', detail: null } : null;
  }
  const { input, content } = last;
  if (input !== 'speech') {
    const pressed = content.trim();
    // A number that is written may be an answer, so only the stage's own keys count.
    const edges = input === 'text' ? edgesNow(play, state) : keyEdges(play, state);
    const edge = edges.find(({ keys }) => keys === pressed);
    if (edge) return { to: edge.to, why: 'keys', detail: pressed };
  }
  if (input === 'dtmf') return null;
  const meant = globalsFrom(play, state).find(({ phrases }) => phrases && saysOneOf(phrases, content));
  return meant ? { to: meant.to, why: 'phrases', detail: null } : null;
}

/** Returns the stages that are reached from every stage, without the current one. */
export function globalsFrom(
  { flow }: Pick<FlowPlay, 'flow'>,
  state: Pick<FlowState, 'stage'>,
): (GlobalWay & { to: string })[] {
  return Object.entries(flow.stages).flatMap(([to, { global }]) =>
    global === null || to === state.stage ? [] : [{ ...global, to }],
  );
}

/** Returns the edges by keys out of a stage, then the global ones. */
export function keyEdges(play: FlowPlay, state: FlowState): { to: string; keys: string }[] {
  const stage = stageOf(play, state);
  if (stage.dialogue !== null) return [];
  const all: Pick<Edge, 'to' | 'keys'>[] = [...edgesNow(play, state), ...globalsFrom(play, state)];
  return all.flatMap(({ to, keys }) => (keys === undefined ? [] : [{ to, keys }]));
}

/** Returns the name of a tool of the last step that failed; `null` for none. */
function failedTool(messages: readonly ModelMessage[]): string | null {
  const from = messages.findLastIndex(({ role }) => role !== 'tool');
  for (const message of messages.slice(from + 1)) {
    if (message.role === 'tool' && hasFailed(message.content)) return message.name;
  }
  return null;
}

function hasFailed(content: string): boolean {
  try {
    const result: unknown = JSON.parse(content);
    return typeof result === 'object' && result !== null && 'error' in result && result.error !== null;
  } catch {
    return false;
  }
}

function enter(state: FlowState, to: string, { why, detail, values = {} }: Reason) {
  const change: FlowChange = { from: state.stage, to, why, detail, values };
  const inside: FlowState = {
    ...state,
    stage: to,
    variables: { ...state.variables, ...values },
    isDone: false,
    place: null,
  };
  return { change, state: inside };
}

/** Says the text of a stage that was entered, and follows the conditions that hold. */
function settled(play: FlowPlay, from: FlowState, wasEntered: boolean): Advance {
  const changes: FlowChange[] = [];
  const says: string[] = [];
  let state = from;
  let isEntered = wasEntered;
  let isSaid = false;
  // Each stage at most once: conditions that lead in a circle end where they began.
  const passed = new Set([state.stage]);
  for (;;) {
    const stage = stageOf(play, state);
    isSaid = isEntered && stage.says !== null;
    if (isSaid) says.push(filled(play, state, stage.says!));
    const edge: Edge | undefined = edgesNow(play, state).find(
      ({ when, to }) => when !== undefined && !passed.has(to) && holds(play, state, when),
    );
    if (!edge) break;
    const step = enter(state, edge.to, { why: 'when', detail: edge.when! });
    changes.push(step.change);
    state = step.state;
    passed.add(edge.to);
    isEntered = true;
  }
  return { state, changes, says, next: nextOf(stageOf(play, state), state, isSaid), isEntered };
}

function nextOf({ dialogue, finish, instructions }: Stage, { isDone }: FlowState, isSaid: boolean): Next {
  if (dialogue !== null) return 'dialogue';
  if (finish !== null && !isDone && (isSaid || instructions === '')) return 'act';
  return isSaid ? 'listen' : 'model';
}
