import { flowEntryName } from '../flow/index.ts';
import type { ModelMessage, ModelToolCall } from '../providers/interfaces/index.ts';
import { sayDisclosures } from './disclosures.ts';
import { GuardedAnswer } from './guarded-answer.ts';
import { answerNow, type HoldBack } from './hold-back.ts';
import type { AnswerStep } from './memory.ts';
import type { Models } from './models.ts';
import type { PreparedSpeech } from './prepared-speech.ts';
import type { AnswerContext, AnswerOutcome } from './rounds.ts';
import { answerInRounds } from './rounds.ts';
import { hasWords, SentenceSplitter } from './sentences.ts';
import type { Turn } from './turn.ts';

/** The most characters of an answer. A longer one is cut off. */
const charactersMax = 20_000;

/** Answers one turn with a language model. Each sentence is spoken as soon as it is complete. */
export function answerTurn(context: AnswerContext, turn: Turn, models: Models): Promise<AnswerOutcome> {
  return answerInRounds(context, turn, {
    ask: (step, isToGoOn) => ask(context, turn, step, { models, isToGoOn }),
    mayBeSilent: () => context.navigator.isMachine || mayBeSilent(models, turn),
    // After keys the menu speaks next. A model that collects keys goes on in its dialogue.
    isDone: () => context.navigator.hasChosen && !models.collectsKeys,
  });
}

/** A model that collects keys does not answer an incomplete entry. Any model may leave silence unanswered. */
function mayBeSilent(models: Models, { memory }: Turn): boolean {
  const last = memory.parts.at(-1)?.input;
  const hasUsedTools = memory.steps.some(({ calls }) => calls.length > 0);
  return last === 'none' || (last === 'dtmf' && models.collectsKeys && !hasUsedTools);
}

/**
 * Returns whether an answer is held back, and marks the turn. Only an answer to the caller's speech can be, once, and
 * before a tool has run.
 */
function isHeldBack(turn: Turn, holdBack: HoldBack, atMs: number): boolean {
  const { kind, isDue, memory, ledger } = turn;
  const isAnswered = memory.steps.some(({ sentences, calls }) => sentences.length + calls.length > 0);
  if (kind !== 'speech' || isDue || isAnswered) {
    turn.isDue = true;
    return false;
  }
  turn.heldBack = holdBack;
  ledger.heldBack(atMs);
  return true;
}

/** Asks a model to continue an answer whose connection broke. */
const cutOff: ModelMessage = {
  role: 'system',
  content:
    'The connection broke while you answered: the caller has heard only what stands above. Go on from there in your own words without repeating any of it. If nothing of importance is missing, say nothing.',
};

/** Asks the model once, and speaks the answer while it arrives. A machine hears nothing beside a tool call. */
async function ask(
  context: AnswerContext,
  turn: Turn,
  step: AnswerStep,
  { models, isToGoOn }: { models: Models; isToGoOn: boolean },
): Promise<'said' | 'cut' | 'held-back'> {
  const { options, clock, memory, language, navigator } = context;
  const { ledger, abort } = turn;
  const splitter = new SentenceSplitter(language.tag);
  const calls: ModelToolCall[] = [];
  const held: string[] | null = navigator.isMachine ? [] : null;
  const guarded = new GuardedAnswer(context, turn);
  const sayAll = async (pieces: string[]) => {
    for (const piece of pieces.filter(hasWords)) {
      abort.signal.throwIfAborted();
      const text = await guarded.next(piece);
      if (text === null) return;
      ledger.sentence(arrivedMs());
      sayPiece(context, turn, step, { text, speech: prepared?.takeSpeech(text) ?? null });
    }
  };
  const take = async (pieces: string[]) => (held ? void held.push(...pieces) : sayAll(pieces));
  // The current step is still empty in these messages.
  const messages = [...memory.messages(), ...(isToGoOn ? [cutOff] : []), ...(turn.isDue ? [answerNow] : [])];
  using prepared = models.takePrepared(messages);
  sayDisclosures(context, turn, messages);
  let isPrepared = prepared !== null;
  /** The position at which the last part arrived, which may be before the end of the turn. */
  const arrivedMs = () => (isPrepared ? prepared!.arrivedMs : null) ?? clock.nowMs;
  ledger.dropped(models.takeDropped());
  ledger.modelAsked(prepared?.askedMs ?? clock.nowMs);
  const tools = options.tools?.definitions ?? [];
  const isSaid = () => step.sentences.length > 0;
  const question = { messages, prepared, tools, signal: abort.signal, isSaid, isToGoOn };
  let characters = 0;
  let isCut = false;
  for await (const part of models.answer(question)) {
    if (part.type === 'text-delta') characters += part.text.length;
    if (characters > charactersMax) {
      options.onProblem({ what: 'an answer was cut off', error: tooLong() });
      break;
    }
    if (part.type === 'hold-back') {
      if (isHeldBack(turn, part.holdBack, arrivedMs())) return 'held-back';
    } else if (part.type === 'restart' || part.type === 'break-off') {
      splitter.flush();
      isPrepared = false;
      guarded.restart();
      if (part.type === 'restart') {
        calls.length = 0;
        if (held) held.length = 0;
      } else isCut = part.mayGoOn;
    } else if (part.type === 'begin') ledger.answeredBy(part.provider, models.knowledgeFor(messages));
    else if (part.type === 'stage')
      enterStage(context, turn, models, { stage: part.stage, atMs: arrivedMs() });
    else {
      ledger.firstToken(arrivedMs());
      if (part.type === 'text-delta') await take(splitter.push(part.text));
      else calls.push(part.call);
    }
  }
  await take(splitter.flush());
  if (held && calls.length === 0) await sayAll(held);
  step.calls = calls;
  // What a tool did stays, whether the caller heard something or not.
  if (calls.length > 0 || turn.hasSounded) recordChanges(context, models, arrivedMs());
  return isCut ? 'cut' : 'said';
}

/** Says a piece of an answer, with the speech that a voice has begun already, if there is any. */
function sayPiece(
  { say, speak }: AnswerContext,
  turn: Turn,
  step: AnswerStep,
  { text, speech }: { text: string; speech: PreparedSpeech | null },
): void {
  if (!speech) {
    say(turn, step, text, 'data');
    return;
  }
  turn.ledger.voicePrepared(speech);
  // The memory contains what is heard of it.
  speak(turn, step, { text, audio: speech }, () => undefined);
}

function tooLong(): Error {
  return new Error(`the answer has more than ${charactersMax} characters`);
}

/** What follows is said in this stage. Its changes are recorded when the caller hears something. */
function enterStage(
  context: AnswerContext,
  turn: Turn,
  models: Models,
  { stage, atMs }: { stage: string; atMs: number },
): void {
  turn.ledger.inStage(stage);
  turn.onSounding = () => recordChanges(context, models, atMs);
}

/** Records the changes of the flow: in the transcript as a use of a tool, and for the call. */
function recordChanges({ options, record }: AnswerContext, models: Models, atMs: number): void {
  for (const change of models.takeChanges()) {
    const toolCall = {
      id: `${flowEntryName}-${Math.round(atMs)}`,
      name: flowEntryName,
      arguments: { ...change },
    };
    const result = { stage: change.to };
    record({ role: 'tool', text: '', name: flowEntryName, toolCall, result, startMs: atMs, endMs: atMs });
    options.onFlow?.(change);
  }
}
