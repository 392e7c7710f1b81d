import type { ModelMessage, ModelToolCall } from '../providers/interfaces/index.ts';
import type { AnswerStep } from './memory.ts';
import type { Models } from './models.ts';
import type { AnswerContext, AnswerOutcome } from './rounds.ts';
import { answerInRounds } from './rounds.ts';
import { SentenceSplitter } from './sentences.ts';
import type { Turn } from './turn.ts';

/** Nobody listens for longer; a model that does not come to an end is broken off. */
const charactersMax = 20_000;

/** Answers one turn: the model's words as sentences, each as soon as it is whole, and its tools. */
export function answerTurn(context: AnswerContext, turn: Turn, models: Models): Promise<AnswerOutcome> {
  return answerInRounds(context, turn, {
    ask: (step, isToGoOn) => ask(context, turn, step, { models, isToGoOn }),
    mayBeSilent: () => mayBeSilent(models, turn),
  });
}

/** A model that puts keys together says nothing to the first of them; and to silence anyone may. */
function mayBeSilent(models: Models, { memory }: Turn): boolean {
  const last = memory.parts.at(-1)?.input;
  const hasUsedTools = memory.steps.some(({ calls }) => calls.length > 0);
  return last === 'none' || (last === 'dtmf' && models.collectsKeys && !hasUsedTools);
}

/** What a model is told of an answer that is to be gone on with. */
const cutOff: ModelMessage = {
  role: 'system',
  content:
    'The connection broke while you answered: the caller has heard only what stands above. Go on from there in your own words without repeating any of it. If nothing of importance is missing, say nothing.',
};

/** One answer of the model, said as it comes. */
async function ask(
  { options, clock, memory, say }: AnswerContext,
  turn: Turn,
  step: AnswerStep,
  { models, isToGoOn }: { models: Models; isToGoOn: boolean },
): Promise<'said' | 'cut'> {
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
    messages: isToGoOn ? [...memory.messages(), cutOff] : memory.messages(),
    tools: options.tools?.definitions ?? [],
    signal: abort.signal,
    isSaid: () => step.sentences.length > 0,
    isToGoOn,
  };
  let characters = 0;
  let isCut = false;
  for await (const part of models.answer(question)) {
    if (part.type === 'text-delta') characters += part.text.length;
    if (characters > charactersMax) {
      options.onProblem({ what: 'an answer was broken off', error: new Error('the answer does not end') });
      break;
    }
    if (part.type === 'restart' || part.type === 'break-off') {
      splitter.flush();
      if (part.type === 'restart') calls.length = 0;
      else isCut = part.mayGoOn;
    } else {
      ledger.firstToken(clock.nowMs);
      if (part.type === 'text-delta') take(splitter.push(part.text));
      else calls.push(part.call);
    }
  }
  take(splitter.flush());
  step.calls = calls;
  return isCut ? 'cut' : 'said';
}
