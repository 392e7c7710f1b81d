import type {
  ConversationProblem,
  ProviderSetback,
  UnansweredTurn,
} from '../../conversation/pipeline/index.ts';
import { failureWords } from './failure-words.ts';

/** Facts of one conversation at most. */
const factsMax = 10;

const asked: Record<ProviderSetback['kind'], string> = {
  'language-model': 'The language model NAME, asked for an answer',
  voice: 'The voice NAME, asked to speak',
  transcriber: 'The transcriber NAME, asked what the caller says',
  'speech-to-speech': 'The speech-to-speech model NAME, asked to hear and answer',
};

const unanswered: Record<UnansweredTurn['why'], string> = {
  failed: 'No provider gave an answer to the caller',
  empty: 'The model answered the caller without a word',
};

const said: Record<UnansweredTurn['instead'], string> = {
  apology: 'the agent apologized instead.',
  goodbye: 'the agent took leave with an apology, as it had none to the turns before either.',
  nothing: 'the agent said nothing.',
};

/**
 * Tells for `why` what a call's providers failed at, each failure once and no more than ten facts: nothing of what was
 * said, and none of a provider's own words.
 */
export class FailureFacts {
  readonly #note: (reason: string, message: string) => void;
  readonly #noted = new Set<string>();

  constructor(note: (reason: string, message: string) => void) {
    this.#note = note;
  }

  problem({ error, setback }: ConversationProblem): void {
    if (!setback) return;
    const { kind, provider, after } = setback;
    const who = asked[kind].replace('NAME', () => provider);
    this.#tell('provider-failed', `${who}, failed: ${failureWords(error)}. ${afterWords(after)}`);
  }

  unanswered({ why, instead }: UnansweredTurn): void {
    this.#tell('caller-unanswered', `${unanswered[why]}; ${said[instead]}`);
  }

  #tell(reason: string, message: string): void {
    if (this.#noted.has(message) || this.#noted.size >= factsMax) return;
    this.#noted.add(message);
    this.#note(reason, message);
  }
}

function afterWords(after: ProviderSetback['after']): string {
  if (after.kind === 'again') return 'It was asked again.';
  if (after.kind === 'next') return `${after.provider} was asked instead.`;
  if (after.kind === 'nobody') return 'There was no other to ask.';
  const left = 'What the caller had heard by then was left as it was';
  return after.goesOn ? `${left}; the rest was asked for.` : `${left}.`;
}
