import type { Breach } from '../../conversation/guard-rails/index.ts';
import {
  type ConversationProblem,
  failureMessage,
  type ProviderSetback,
  type UnansweredTurn,
} from '../../conversation/pipeline/index.ts';

/** Maximum facts of one conversation. */
const factsMax = 10;

const asked: Record<ProviderSetback['kind'], { who: string; what: string }> = {
  'language-model': { who: 'The language model NAME', what: 'asked for an answer' },
  voice: { who: 'The voice NAME', what: 'asked to speak' },
  transcriber: { who: 'The transcriber NAME', what: 'asked what the caller says' },
  'speech-to-speech': { who: 'The speech-to-speech model NAME', what: 'asked to hear and answer' },
};

const unanswered: Record<UnansweredTurn['why'], string> = {
  failed: 'No provider answered the caller',
  empty: 'The model gave the caller an empty answer',
};

const said: Record<UnansweredTurn['instead'], string> = {
  apology: 'the agent apologized instead.',
  goodbye: 'the agent said goodbye with an apology, because it had not answered the previous turns either.',
  nothing: 'the agent said nothing.',
};

/**
 * Reports the failures of a call's providers as facts for `why`: each message once, and at most ten. The messages hold
 * neither speech nor texts of the providers.
 */
export class FailureFacts {
  readonly #emit: (reason: string, message: string) => void;
  readonly #emitted = new Set<string>();

  constructor(emit: (reason: string, message: string) => void) {
    this.#emit = emit;
  }

  problem({ error, setback }: ConversationProblem): void {
    if (!setback) return;
    const { kind, provider, after, afterMs } = setback;
    const who = asked[kind].who.replace('NAME', () => provider);
    const next = afterMessage(after);
    if (setback.isSkipped) {
      this.#report('provider-skipped', `${who} was not asked, because its last requests failed. ${next}`);
      return;
    }
    const failed = (waited: string) =>
      `${who}, ${asked[kind].what}, failed${waited}: ${failureMessage(error)}. ${next}`;
    this.#report('provider-failed', failed(waitedMessage(afterMs)), failed(''));
  }

  unanswered({ why, instead }: UnansweredTurn): void {
    this.#report('caller-unanswered', `${unanswered[why]}; ${said[instead]}`);
  }

  breach({ rule, instead }: Breach): void {
    const what = instead === null ? 'did not let a tool run' : 'replaced a sentence of the agent';
    this.#report('guard-rail', `The rule “${rule}” ${what}.`);
  }

  /** Reports a fact, unless one with the same `content` was reported. */
  #report(reason: string, message: string, content = message): void {
    if (this.#emitted.has(content) || this.#emitted.size >= factsMax) return;
    this.#emitted.add(content);
    this.#emit(reason, message);
  }
}

/** Returns the time until a failure. A failure at once needs none. */
function waitedMessage(ms: number | undefined): string {
  return ms === undefined || ms < 50 ? '' : ` after ${(ms / 1000).toFixed(1)} s`;
}

function afterMessage(after: ProviderSetback['after']): string {
  if (after.kind === 'again') return 'It was asked again.';
  if (after.kind === 'next') return `${after.provider} was asked instead.`;
  if (after.kind === 'none') return 'There was no other provider to ask.';
  const left = 'What the caller had already heard was kept';
  return after.goesOn ? `${left}; the rest was requested.` : `${left}.`;
}
