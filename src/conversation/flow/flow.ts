import type { JsonSchema } from '../providers/interfaces/index.ts';
import type { Dialogue } from '../providers/scripted/index.ts';

/** A way from one stage to another. Exactly one of the fields besides `to` is given. */
export interface Edge {
  to: string;
  /** A condition on the variables (CEL). */
  when?: string | undefined;
  /** When the model takes it, in words for the model. */
  choice?: string | undefined;
  /** Taken when the caller presses these keys. */
  keys?: string | undefined;
  /** Taken when the caller says nothing. */
  silence?: true | undefined;
  /** Taken when a tool or every model fails. */
  failure?: true | undefined;
}

/** How a stage hands the conversation over to another agent. */
export interface StageHandOver {
  agentId: string;
  opening: 'answer' | 'firstMessage';
  history: 'all' | 'lastTurns' | 'none';
  /** With `lastTurns`, the number of turns of the customer. */
  turns: number;
  variables: 'all' | string[];
  /** Whether the other agent may hand back. The stage then goes on with its edges. */
  mayReturn: boolean;
}

/** What follows the words of a stage. */
export type StageFinish = 'end-call' | { transfer: string } | { handOver: StageHandOver };

/** How a stage is reached from every other stage. At least one of the fields is given. */
export interface GlobalWay {
  /** When the model goes there, in words for the model. */
  choice?: string | undefined;
  /** Words of the caller that lead there without the model, in the marks of a dialogue's phrases. */
  phrases?: readonly string[] | undefined;
  keys?: string | undefined;
}

/** A part of a conversation with its own instructions, or with a scripted dialogue. */
export interface Stage {
  /** Added to the agent's prompt while the stage lasts. */
  instructions: string;
  /** Plays without a model; `null` for a stage of the model. */
  dialogue: Dialogue | null;
  /** Said on entry without the model; `null` for none. */
  says: string | null;
  /** The agent's tools that may be used here; `null` for all. */
  tools: readonly string[] | null;
  /** The sources of knowledge that are searched here; absent: those of the agent. */
  knowledge?: 'all' | 'none' | readonly string[] | undefined;
  /** The variables that the model is to find out here. */
  collects: readonly string[];
  edges: readonly Edge[];
  /** How the stage is reached from every stage; `null` when it is not. */
  global: GlobalWay | null;
  finish: StageFinish | null;
}

/** A conversation as a graph of stages. */
export interface Flow {
  start: string;
  /** A JSON Schema of type object: what can be found out. */
  variables: JsonSchema;
  stages: Readonly<Record<string, Stage>>;
}

/** A flow in one conversation, with the functions that it needs from outside. */
export interface FlowPlay {
  flow: Flow;
  /** The variables of the call. Texts and conditions can use them. */
  callVariables: Readonly<Record<string, unknown>>;
  /** The variables of the flow that are known before the conversation. */
  known: Readonly<Record<string, unknown>>;
  /** The agent's tools. The tools of a server begin with its name. */
  tools: readonly { name: string; isServer: boolean }[];
  /** The tools that carry out `finish`. */
  endTool: string;
  transferTool: string;
  handOverTool: string;
  /** The tool that searches documents, and whether the agent has sources beside those of stages. */
  searchTool: string;
  hasSources: boolean;
  /** Evaluates a condition. Throws when that is not possible. */
  evaluate: (expression: string, scope: Readonly<Record<string, unknown>>) => unknown;
  /** Returns what is wrong with a value, or `null`. */
  validate: (schema: JsonSchema, value: unknown) => Promise<string | null>;
  /** Fills `{{name}}` in a text. */
  fill: (text: string, values: Record<string, unknown>) => string;
}

/** Where a conversation is in its flow. Plain data. */
export interface FlowState {
  readonly kind: 'flow';
  readonly stage: string;
  /** What was found out. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** What was wrong with the model's last tag, for its next request. */
  readonly problems: readonly string[];
  /** Whether `finish` was tried. */
  readonly isDone: boolean;
  /** The state of the stage's dialogue; `null` before its first answer. */
  readonly place: unknown;
}

/** Why a stage was entered; `values` when only variables changed. */
export type ChangeCause =
  | 'start'
  | 'choice'
  | 'when'
  | 'keys'
  | 'phrases'
  | 'silence'
  | 'failure'
  | 'tool'
  | 'dialogue'
  | 'values'
  | 'unheard'
  /** A member of the organization moved the conversation, or set a variable. */
  | 'member';

/** A change of the stage or of variables, for the records. */
export interface FlowChange {
  /** `null` at the beginning. */
  from: string | null;
  to: string;
  why: ChangeCause;
  /** The choice, the condition, the keys or the tool. */
  detail: string | null;
  /** The variables that were found out with it. */
  values: Readonly<Record<string, unknown>>;
}

/** The name of the entries for changes in transcripts. No tool may have it. */
export const flowEntryName = 'flow';

/** Returns whether stored data is the state of a flow, and not that of a model. */
export function isFlowState(stored: unknown): stored is FlowState {
  return typeof stored === 'object' && (stored as Partial<FlowState> | null)?.kind === 'flow';
}

/** Returns whether stored data is a state of this flow. */
export function isStateOf(flow: Flow, stored: unknown): stored is FlowState {
  return isFlowState(stored) && Object.hasOwn(flow.stages, stored.stage);
}

/** Returns the hand-over that follows the words of a stage; `null` for none. */
export function handOverOf({ finish }: Pick<Stage, 'finish'>): StageHandOver | null {
  return typeof finish === 'object' && finish !== null && 'handOver' in finish ? finish.handOver : null;
}

/**
 * Returns the stored states of an agent that hands the conversation over now. When it gets the conversation back, the
 * hand-over of its stage is done.
 */
export function afterHandOver(flow: Flow | null, stored: readonly unknown[]): unknown[] {
  return stored.map((one) =>
    flow !== null && isStateOf(flow, one) && handOverOf(flow.stages[one.stage]!)
      ? { ...one, isDone: true }
      : one,
  );
}

/** Returns the schema of a variable; `undefined` when the flow has none of that name. */
export function schemaOf({ variables }: Flow, name: string): JsonSchema | undefined {
  const properties = (variables.properties ?? {}) as Record<string, JsonSchema>;
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
