import type { Breach } from '../guard-rails/index.ts';
import type { ModelMessage } from '../providers/interfaces/index.ts';
import type { ConversationOptions } from './conversation.ts';
import type { AgentSentence } from './memory.ts';
import type { Turn } from './turn.ts';

/** The parts of a conversation that the rules need. */
interface Guarded {
  options: Pick<ConversationOptions, 'agent' | 'onBreach'>;
  /** Returns the conversation as the model knows it. */
  said: () => readonly ModelMessage[];
}

/** Passes the sentences of one answer through the agent's rules. After a breach, the rest of the answer is left out. */
export class GuardedAnswer {
  readonly #context: Guarded;
  readonly #turn: Turn;
  #isOver = false;

  constructor(context: Guarded, turn: Turn) {
    this.#context = context;
    this.#turn = turn;
  }

  /** Returns what to say for the next sentence; `null` for nothing. */
  async next(sentence: string): Promise<string | null> {
    if (this.#isOver) return null;
    const checked = await checkedSpeech(this.#context, this.#turn, sentence);
    this.#isOver = checked !== sentence;
    return checked;
  }

  /** The sentences so far are void. */
  restart(): void {
    this.#isOver = false;
  }
}

/** Returns a sentence of a turn, or what the rules let the agent say instead. */
export async function checkedSpeech(
  { options, said }: Guarded,
  turn: Turn,
  sentence: string,
): Promise<string> {
  const { guard } = options.agent;
  if (!guard?.checksSpeech) return sentence;
  const { signal } = turn.abort;
  const inTurn = turn.memory.steps.map(({ sentences }) => sentences.map(heardOf).join('')).join(' ');
  const breach = await guard.speech(sentence, inTurn, signal, earlierWords(said()));
  signal.throwIfAborted();
  if (!breach) return sentence;
  recordBreach(options, turn, breach);
  return breach.instead ?? '';
}

export function recordBreach(
  { onBreach }: Pick<ConversationOptions, 'onBreach'>,
  turn: Turn,
  breach: Breach,
): void {
  turn.ledger.breach(breach);
  onBreach?.(breach);
}

/** The messages of the agent that may hold the beginning of a number. */
const earlierMessages = 12;

/** What the caller heard of a sentence; all of it while it plays. */
function heardOf({ text, heard }: AgentSentence): string {
  return heard ?? text;
}

/** Returns the latest words of the agent. */
export function earlierWords(messages: readonly ModelMessage[]): string {
  const words = messages.flatMap(({ role, content }) => (role === 'bot' && content !== '' ? [content] : []));
  return words.slice(-earlierMessages).join(' ');
}
