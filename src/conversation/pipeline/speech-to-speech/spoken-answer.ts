import type { ModelToolCall, ProviderFailure, SpokenPart } from '../../providers/interfaces/index.ts';
import type { AnswerStep } from '../memory.ts';
import type { AnswerContext, AnswerOutcome } from '../rounds.ts';
import { answerInRounds } from '../rounds.ts';
import { again, brokenOff, handedTo } from '../setback.ts';
import { withoutStalls } from '../stall.ts';
import type { Turn } from '../turn.ts';
import { ItemSpeech } from './item-speech.ts';
import type { SpeechLink } from './speech-link.ts';

/** A model that gives nothing for so long has failed. */
const partMsMax = 8000;
/** Times that an answer of which nothing was heard is asked for. */
const attemptsMax = 2;
/** Things that one answer says, and tools that it calls: more is no answer. */
const partsMax = 64;

/** What an answer is asked of. */
interface SpokenAnswerer {
  name: string;
  link: Pick<SpeechLink, 'connected' | 'works' | 'tell' | 'session'>;
  /** The model is asked and says nothing yet (true), or no more of that (false). */
  onWaiting: (isWaiting: boolean) => void;
  /** It has begun to answer what the caller said. */
  onAnswered: () => void;
}

/** Answers one turn by what the model says, item after item, and by its tools. */
export function answerSpoken(
  answerer: SpokenAnswerer,
  context: AnswerContext,
  turn: Turn,
): Promise<AnswerOutcome> {
  const { link } = answerer;
  const isAsked = turn.memory.parts.some(({ input }) => input !== 'none');
  if (!isAsked && turn.kind === 'silence') link.tell({ role: 'user', content: '', input: 'none' });
  return answerInRounds(context, turn, {
    ask: (step) => askPatiently(answerer, context, turn, step),
    mayBeSilent: () => !isAsked,
    onResult: ({ id, name }, content) => link.tell({ role: 'tool', toolCallId: id, name, content }),
  });
}

/** One answer; where it fails before anything of it was to be heard it is asked for again, of another connection. */
async function askPatiently(
  answerer: SpokenAnswerer,
  context: AnswerContext,
  turn: Turn,
  step: AnswerStep,
): Promise<'said'> {
  for (let attempt = 1; ; attempt++) {
    try {
      await ask(answerer, context, turn, step);
      return 'said';
    } catch (error) {
      if (turn.abort.signal.aborted) throw error;
      // What was heard is an answer, even where more was to come.
      const isHeard = step.sentences.length > 0;
      const isLast = attempt >= attemptsMax || (error as Partial<ProviderFailure>).retryable === false;
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
    if (items.size === partsMax) throw new Error(`${name} says more than ${partsMax} things in one answer`);
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
        throw new Error(`${name} calls more than ${partsMax} tools in one answer`);
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
  } finally {
    for (const item of items.values()) item.end(isWhole);
  }
  step.calls = calls;
}
