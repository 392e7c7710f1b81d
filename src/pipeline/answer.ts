import type { ModelToolCall } from '../providers/spec/index.ts';
import type { ConversationEnd, ConversationOptions, SaidEntry } from './conversation.ts';
import type { LineClock } from './line-clock.ts';
import type { AnswerStep, Memory } from './memory.ts';
import type { Models } from './models.ts';
import { SentenceSplitter } from './sentences.ts';
import { within } from './stall.ts';
import type { ToolOutcome, ToolThen } from './tools.ts';
import { newStep, type Turn } from './turn.ts';

/** Answers of the model to one turn, each but the last with tool calls. */
const roundsMax = 8;
const toolMsMax = 30_000;

/**
 * How the answer to a turn came out. `silent`: nothing had to be said; `empty`: something should have been; `failed`:
 * no model could answer.
 */
export type AnswerOutcome = 'said' | 'silent' | 'empty' | 'failed' | { end: ConversationEnd };

export interface AnswerContext {
  options: ConversationOptions;
  clock: LineClock;
  memory: Memory;
  models: Models;
  /** Aborts when the conversation is over. */
  over: AbortSignal;
  /** Says a sentence of the step. */
  say: (turn: Turn, step: AnswerStep, text: string, kind: 'data' | 'marked') => void;
  /** A tool begins to run: it may take a while. */
  onTool: (turn: Turn) => void;
  record: (entry: SaidEntry) => void;
  /** From here on the caller cuts nothing off, until `false`. Resolves when all that there was to say is said. */
  bind: (isBound: boolean) => Promise<void>;
}

/**
 * Answers one turn: the model's words as sentences, each as soon as it is whole, and its tools, round after round. An
 * answer without a word is asked for once more, because nobody should be left in silence. Throws when it is cut short.
 */
export async function answerTurn(context: AnswerContext, turn: Turn): Promise<AnswerOutcome> {
  const { signal } = turn.abort;
  let emptyRounds = 0;
  for (let round = 0; round < roundsMax && emptyRounds < 2; round++) {
    const step = newStep(turn);
    try {
      await ask(context, turn, step);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      context.options.onProblem({ what: 'there is no answer', error });
      return 'failed';
    }
    if (step.calls.length === 0) {
      if (step.sentences.length > 0) return 'said';
      if (mayBeSilent(context, turn)) return 'silent';
      emptyRounds++;
    }
    for (const call of step.calls) {
      const end = await useTool(context, turn, step, call);
      if (end) return { end };
      // What a tool came to is kept; what follows from it belongs to the caller's next turn.
      if (signal.aborted) throw signal.reason;
    }
  }
  return 'empty';
}

/** A model that puts keys together says nothing to the first of them; and to silence anyone may. */
function mayBeSilent({ models }: AnswerContext, { memory }: Turn): boolean {
  const last = memory.parts.at(-1)?.input;
  const hasUsedTools = memory.steps.some(({ calls }) => calls.length > 0);
  return last === 'none' || (last === 'dtmf' && models.collectsKeys && !hasUsedTools);
}

/** One answer of the model, said as it comes. */
async function ask(
  { options, clock, memory, models, say }: AnswerContext,
  turn: Turn,
  step: AnswerStep,
): Promise<void> {
  const { ledger, abort } = turn;
  const splitter = new SentenceSplitter(options.agent.language);
  const calls: ModelToolCall[] = [];
  const take = (pieces: string[]) => {
    for (const piece of pieces.filter((text) => /[\p{L}\p{N}]/u.test(text))) {
      abort.signal.throwIfAborted();
      ledger.sentence(clock.nowMs);
      say(turn, step, piece, 'data');
    }
  };
  ledger.modelAsked(clock.nowMs);
  const question = {
    // The step that is being answered has nothing in it yet.
    messages: memory.messages(),
    tools: options.tools?.definitions ?? [],
    signal: abort.signal,
    isSaid: () => step.sentences.length > 0,
  };
  for await (const part of models.answer(question)) {
    if (part.type === 'restart') {
      splitter.flush();
      calls.length = 0;
    } else {
      ledger.firstToken(clock.nowMs);
      if (part.type === 'text-delta') take(splitter.push(part.text));
      else calls.push(part.call);
    }
  }
  take(splitter.flush());
  step.calls = calls;
}

/** Runs a tool and does what it leads to; the end of the conversation, if it is that. */
async function useTool(
  context: AnswerContext,
  turn: Turn,
  step: AnswerStep,
  call: ModelToolCall,
): Promise<ConversationEnd | null> {
  const { clock, record, onTool } = context;
  const startMs = clock.nowMs;
  onTool(turn);
  const outcome = await run(context, call);
  const done = (result: unknown) => {
    step.results.push({ call, content: toText(result) });
    record({ role: 'tool', text: '', name: call.name, toolCall: call, result, startMs, endMs: clock.nowMs });
  };
  if (!outcome.then) {
    done(outcome.result);
    return null;
  }
  const { result, end } = await follow(context, turn, step, outcome.then, outcome.result);
  done(result);
  return end;
}

async function run({ options, over }: AnswerContext, call: ModelToolCall): Promise<ToolOutcome> {
  const { tools, onProblem } = options;
  if (!tools?.definitions.some(({ name }) => name === call.name)) {
    return { result: { error: `there is no tool called ${call.name}` } };
  }
  const timeout = new AbortController();
  const signal = AbortSignal.any([over, timeout.signal]);
  try {
    const late = () => new Error(`the tool gave no result within ${toolMsMax / 1000} seconds`);
    return await within(tools.run(call, { signal }), over, toolMsMax, late);
  } catch (error) {
    if (over.aborted) throw over.reason;
    timeout.abort(error);
    onProblem({ what: `the tool ${call.name} failed`, error });
    return { result: { error: error instanceof Error ? error.message : 'the tool failed' } };
  }
}

/** What a tool wants done on the line, after everything that was said before it. */
async function follow(
  context: AnswerContext,
  turn: Turn,
  step: AnswerStep,
  then: ToolThen,
  result: unknown,
): Promise<{ result: unknown; end: ConversationEnd | null }> {
  const { options, say, bind, over } = context;
  if (then.kind === 'pause-recording') {
    options.line.pauseRecording(then.paused);
    return { result, end: null };
  }
  if (then.kind !== 'send-dtmf' && then.message) {
    say(turn, step, step.sentences.length > 0 ? ` ${then.message}` : then.message, 'marked');
  }
  await bind(true);
  try {
    if (then.kind === 'end-call') {
      const reason = then.reason ?? 'assistant-ended-call';
      return { result, end: { reason, message: 'The agent ended the call.' } };
    }
    if (then.kind === 'send-dtmf') {
      await options.line.sendDtmf(then.digits);
      return { result, end: null };
    }
    const carried = await options.carryOut(then, context.memory.messages(), over);
    return carried.isOver ? { result, end: carried.end } : { result: carried.result, end: null };
  } catch (error) {
    if (over.aborted) throw over.reason;
    options.onProblem({ what: `what a tool asked for could not be done (${then.kind})`, error });
    return { result: { error: 'it could not be done' }, end: null };
  } finally {
    await bind(false);
  }
}

/** A result as the model reads it, bounded. */
function toText(result: unknown): string {
  const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null');
  return text.length > resultCharactersMax ? `${text.slice(0, resultCharactersMax)} (cut off)` : text;
}

const resultCharactersMax = 8000;
