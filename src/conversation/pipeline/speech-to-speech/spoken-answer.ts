import type { ModelToolCall, ProviderFailure, SpokenPart } from '../../providers/interfaces/index.ts';
import type { AnswerStep } from '../memory.ts';
import type { AnswerContext, AnswerOutcome } from '../rounds.ts';
import { answerInRounds } from '../rounds.ts';
import { again, brokenOff, handedTo } from '../setback.ts';
import { StallError, withoutStalls } from '../stall.ts';
import type { Turn } from '../turn.ts';
import { ItemSpeech } from './item-speech.ts';
import type { SpeechLink } from './speech-link.ts';

/** A model that sends nothing for so long has failed. */
const partMsMax = 8000;
/** Requests for an answer of which nothing was heard. */
const attemptsMax = 2;
/** The most items, and the most tool calls, of one answer. */
const partsMax = 64;

/** The connected model. */
interface SpokenAnswerer {
  name: string;
  link: Pick<SpeechLink, 'connected' | 'works' | 'add' | 'session' | 'replace'>;
  /** The wait for the first audio of an answer started or ended. */
  onWaiting: (isWaiting: boolean) => void;
  /** The model started to answer the caller. */
  onAnswered: () => void;
}

/** Answers one turn with a speech-to-speech model. */
export function answerSpoken(
  answerer: SpokenAnswerer,
  context: AnswerContext,
  turn: Turn,
): Promise<AnswerOutcome> {
  const { link } = answerer;
  const isAsked = turn.memory.parts.some(({ input }) => input !== 'none');
  if (!isAsked && turn.kind === 'silence') link.add({ role: 'user', content: '', input: 'none' });
  return answerInRounds(context, turn, {
    ask: (step) => askPatiently(answerer, context, turn, step),
    mayBeSilent: () => !isAsked,
    onResult: ({ id, name }, content) => link.add({ role: 'tool', toolCallId: id, name, content }),
  });
}

/** Asks for one answer. When it fails before its first audio, asks again, on another connection. */
async function askPatiently(
  answerer: SpokenAnswerer,
  context: AnswerContext,
  turn: Turn,
  step: AnswerStep,
): Promise<'said'> {
  let isOnOther = false;
  for (let attempt = 1; ; attempt++) {
    try {
      await ask(answerer, context, turn, step);
      return 'said';
    } catch (error) {
      if (turn.abort.signal.aborted) throw error;
      const { retryable, isPlanned = false } = error as Partial<ProviderFailure>;
      // Nothing has failed: the model takes the request on another connection.
      if (isPlanned && !isOnOther) {
        isOnOther = true;
        attempt--;
        continue;
      }
      // An answer whose beginning was heard counts, even though the rest is missing.
      const isHeard = step.sentences.length > 0;
      const isLast = attempt >= attemptsMax || retryable === false;
      const after = isHeard ? brokenOff : isLast ? handedTo(undefined) : again;
      const setback = { kind: 'speech-to-speech', provider: answerer.name, after } as const;
      context.options.onProblem({ what: `the answer of ${answerer.name} failed`, error, setback });
      if (isHeard) return 'said';
      if (isLast) throw error;
    } finally {
      answerer.onWaiting(false);
    }
  }
}

async function ask(
  answerer: SpokenAnswerer,
  { options, clock, speak }: AnswerContext,
  turn: Turn,
  step: AnswerStep,
): Promise<void> {
  const { name, link, onWaiting, onAnswered } = answerer;
  const { ledger, abort } = turn;
  const { signal } = abort;
  onWaiting(true);
  ledger.modelAsked(clock.nowMs);
  const session = await link.connected();
  if (!session) throw new Error(`${name} is not connected`);
  signal.throwIfAborted();
  const response = session.respond({ tools: options.tools?.definitions ?? [], signal });
  const calls: ModelToolCall[] = [];
  const items = new Map<string, ItemSpeech>();
  const itemOf = (itemId: string) => {
    const known = items.get(itemId);
    if (known) return known;
    for (const item of items.values()) item.end(true);
    if (items.size === partsMax) throw new Error(`${name} sent more than ${partsMax} items in one answer`);
    const item = new ItemSpeech(options.line.sampleRateHz);
    items.set(itemId, item);
    return item;
  };
  const take = (part: SpokenPart) => {
    link.works();
    ledger.firstToken(clock.nowMs);
    onAnswered();
    if (part.type === 'text-delta') itemOf(part.itemId).addText(part.text);
    else if (part.type === 'tool-call') {
      if (calls.length === partsMax)
        throw new Error(`${name} called more than ${partsMax} tools in one answer`);
      calls.push(part.call);
    } else if (part.type === 'audio') {
      const item = itemOf(part.itemId);
      if (!spoken.has(item)) {
        spoken.add(item);
        onWaiting(false);
        ledger.sentence(clock.nowMs);
        speak(turn, step, item, ({ isCut, playedMs }) => {
          if (isCut) link.session?.truncate(part.itemId, playedMs);
        });
      }
      item.push(part.pcm);
    }
  };
  const spoken = new Set<ItemSpeech>();
  let isWhole = false;
  try {
    const bounds = { provider: name, firstMsMax: partMsMax, partMsMax, signal };
    for await (const part of withoutStalls(response, bounds)) take(part);
    isWhole = true;
  } catch (error) {
    // What a model that stalls still sends would be taken for its next answer.
    if (error instanceof StallError || (error as Partial<ProviderFailure>).isPlanned) link.replace(session);
    throw error;
  } finally {
    for (const item of items.values()) item.end(isWhole);
  }
  step.calls = calls;
}
