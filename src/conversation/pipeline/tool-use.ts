import { delay } from '../../platform/kernel/index.ts';
import type { ModelMessage, ModelToolCall, SpeechAudio } from '../providers/interfaces/index.ts';
import type { CallLanguage } from './call-language.ts';
import type { ConversationEnd, ConversationOptions, SaidEntry } from './conversation.ts';
import { handedOver } from './ends.ts';
import { checkedSpeech, recordBreach } from './guarded-answer.ts';
import type { LineClock } from './line-clock.ts';
import type { AnswerStep } from './memory.ts';
import type { Navigator } from './navigator.ts';
import { within } from './stall.ts';
import { callOnRecord, resultForModel, resultOnRecord } from './tool-result.ts';
import type { ToolOutcome, ToolThen } from './tools.ts';
import type { Turn } from './turn.ts';

const toolMsMax = 30_000;
/** The pause of a `w` among keys. */
const keyPauseMs = 500;
/** The result of pausing a recording that does not exist. It keeps the model from promising a pause to the caller. */
const unrecorded = { recorded: false, message: 'this call is not being recorded' };

/** The parts of a conversation that a tool call needs. */
export interface ToolUse {
  options: ConversationOptions;
  clock: LineClock;
  /** Aborts when the conversation ends. */
  over: AbortSignal;
  /** Returns the conversation as the model knows it. */
  said: () => readonly ModelMessage[];
  /** Says a sentence of the step. */
  say: (
    turn: Turn,
    step: AnswerStep,
    text: string,
    kind: 'data' | 'marked',
    ready?: Promise<SpeechAudio> | null,
  ) => void;
  /** A tool starts to run. */
  onTool: (turn: Turn) => void;
  record: (entry: SaidEntry) => void;
  language: CallLanguage;
  navigator: Pick<Navigator, 'isMachine' | 'hasChosen' | 'pressed'>;
  /** Makes the agent uninterruptible, until `false`. Resolves when everything to say was played. */
  bind: (isBound: boolean) => Promise<void>;
}

/** Runs a tool and its action on the line. Returns the end of the conversation, or `null` when it continues. */
export async function useTool(
  context: ToolUse,
  turn: Turn,
  step: AnswerStep,
  call: ModelToolCall,
): Promise<ConversationEnd | null> {
  const { clock, record, onTool, over } = context;
  let startMs = clock.nowMs;
  onTool(turn);
  const write = (whole: unknown) => {
    const toolCall = { ...callOnRecord(call), ...(normalized && { normalized }) };
    const result = resultOnRecord(whole);
    record({ role: 'tool', text: '', name: call.name, toolCall, result, startMs, endMs: clock.nowMs });
  };
  /** The recorded result if the call ends now. */
  let normalized: ToolOutcome['normalized'];
  let soFar: unknown = { error: 'the call ended before the tool had a result' };
  const onOver = () => write(soFar);
  over.addEventListener('abort', onOver, { once: true });
  try {
    const outcome = refused(context, turn, step, call) ?? (await run(context, turn, call));
    // During a transfer the call may end for us before the action returns.
    soFar = outcome.result;
    normalized = outcome.normalized;
    const onLine = () => {
      startMs = clock.nowMs;
    };
    const { result, end } = outcome.then
      ? await follow(context, turn, step, { wanted: outcome.then, result: outcome.result, call, onLine })
      : { result: outcome.result, end: null };
    step.results.push({ call, content: resultForModel(result) });
    if (!over.aborted) write(result);
    return end;
  } finally {
    over.removeEventListener('abort', onOver);
  }
}

/**
 * Returns the outcome of a call that a rule of the agent forbids; `null` when the tool may run. Says the question that the
 * caller must agree to, one in an answer.
 */
function refused(
  { options, said, say }: ToolUse,
  turn: Turn,
  step: AnswerStep,
  call: ModelToolCall,
): ToolOutcome | null {
  const { agent, tools, providers } = options;
  const refusal = agent.guard?.tool(call, said(), tools?.valuesOf?.(call));
  if (!refusal) return null;
  recordBreach(options, turn, refusal.breach);
  if (refusal.question !== null && providers.speechToSpeech === null && !step.isAsking) {
    step.isAsking = true;
    say(turn, step, step.sentences.length > 0 ? ` ${refusal.question}` : refusal.question, 'data');
  }
  return { result: refusal.result };
}

async function run(context: ToolUse, turn: Turn, call: ModelToolCall): Promise<ToolOutcome> {
  const { options, over } = context;
  const { tools, onProblem } = options;
  if (!tools?.definitions.some(({ name }) => name === call.name)) {
    return { result: { error: `there is no tool called ${call.name}` } };
  }
  const timeout = new AbortController();
  const signal = AbortSignal.any([over, timeout.signal]);
  try {
    const late = () => new Error(`the tool gave no result within ${toolMsMax / 1000} seconds`);
    const { stage } = turn.ledger;
    return await within(tools.run(call, { signal, said: context.said, stage }), over, toolMsMax, late);
  } catch (error) {
    if (over.aborted) throw over.reason;
    timeout.abort(error);
    onProblem({ what: `the tool ${call.name} failed`, error });
    return { result: { error: error instanceof Error ? error.message : 'the tool failed' } };
  }
}

/**
 * Carries out a tool's action on the line after everything said before it was played, and then calls `onLine`. That
 * moment is the tool's position in the record, unless the tool itself had a message.
 */
async function follow(
  context: ToolUse,
  turn: Turn,
  step: AnswerStep,
  {
    wanted: then,
    result,
    call,
    onLine,
  }: { wanted: ToolThen; result: unknown; call: ModelToolCall; onLine: () => void },
): Promise<{ result: unknown; end: ConversationEnd | null }> {
  const { options, say, bind, over } = context;
  if (then.kind === 'pause-recording') {
    options.line.pauseRecording(then.paused);
    return { result: options.line.isRecorded ? result : unrecorded, end: null };
  }
  if (then.kind === 'switch-language') {
    context.language.choose(then.language);
    return { result, end: null };
  }
  const given = then.kind === 'send-dtmf' ? undefined : then.message;
  // Other messages are the builder's.
  const isOfModel = given !== undefined && Object.values(call.arguments).includes(given);
  const message = isOfModel ? await checkedSpeech(context, turn, given) : given;
  const speech = then.kind === 'end-call' && then.speech ? Promise.resolve(then.speech) : null;
  if (message) say(turn, step, step.sentences.length > 0 ? ` ${message}` : message, 'marked', speech);
  await bind(true);
  if (!message && !over.aborted) onLine();
  try {
    if (then.kind === 'end-call') {
      const reason = then.reason ?? 'assistant-ended-call';
      return { result, end: { reason, message: 'The agent ended the call.' } };
    }
    if (then.kind === 'hand-over') return { result, end: handedOver };
    if (then.kind === 'send-dtmf') {
      await press(context, then.digits);
      return { result, end: null };
    }
    const carried = await options.carryOut(then, context.said(), over);
    return carried.isOver ? { result, end: carried.end } : { result: carried.result, end: null };
  } catch (error) {
    if (over.aborted) throw over.reason;
    options.onProblem({ what: `the action ${then.kind} of a tool failed`, error });
    return { result: { error: `${then.kind} failed` }, end: null };
  } finally {
    await bind(false);
  }
}

/** Presses keys. A `w` among them is a pause. */
export async function press(
  { options, over, navigator }: Pick<ToolUse, 'options' | 'over' | 'navigator'>,
  keys: string,
): Promise<void> {
  for (const part of keys.match(/w+|[^w]+/g) ?? []) {
    if (part.startsWith('w')) await delay(part.length * keyPauseMs, over);
    else await options.line.sendDtmf(part);
  }
  navigator.pressed(keys.replaceAll('w', ''));
}
