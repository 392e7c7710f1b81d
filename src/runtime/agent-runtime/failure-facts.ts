import type {
  ConversationProblem,
  ProviderSetback,
  UnansweredTurn,
} from '../../conversation/pipeline/index.ts';
import type { ProviderFailure } from '../../conversation/providers/interfaces/index.ts';

/** Maximum facts of one conversation. */
const factsMax = 10;

const asked: Record<ProviderSetback['kind'], string> = {
  'language-model': 'The language model NAME, asked for an answer',
  voice: 'The voice NAME, asked to speak',
  transcriber: 'The transcriber NAME, asked what the caller says',
  'speech-to-speech': 'The speech-to-speech model NAME, asked to hear and answer',
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
    const { kind, provider, after } = setback;
    const who = asked[kind].replace('NAME', () => provider);
    this.#report('provider-failed', `${who}, failed: ${failureMessage(error)}. ${afterMessage(after)}`);
  }

  unanswered({ why, instead }: UnansweredTurn): void {
    this.#report('caller-unanswered', `${unanswered[why]}; ${said[instead]}`);
  }

  #report(reason: string, message: string): void {
    if (this.#emitted.has(message) || this.#emitted.size >= factsMax) return;
    this.#emitted.add(message);
    this.#emit(reason, message);
  }
}

function afterMessage(after: ProviderSetback['after']): string {
  if (after.kind === 'again') return 'It was asked again.';
  if (after.kind === 'next') return `${after.provider} was asked instead.`;
  if (after.kind === 'none') return 'There was no other provider to ask.';
  const left = 'What the caller had already heard was kept';
  return after.goesOn ? `${left}; the rest was requested.` : `${left}.`;
}

/**
 * Describes a provider's failure without text from outside. Text after a colon comes from the provider or the network. It
 * may contain the caller's words, a key or an address, so it goes only into the log.
 */
function failureMessage(error: unknown): string {
  const { provider, status } = error as Partial<ProviderFailure>;
  if (!(error instanceof Error) || provider === undefined) return 'it failed';
  const [ours = ''] = error.message.split(':', 1);
  const code = codeOf(error);
  const isSaid = ours.startsWith(`${provider} `);
  const said = isSaid ? `it${ours.slice(provider.length)}` : 'it failed';
  if (code !== null) return `${said} (${code})`;
  return isSaid || typeof status !== 'number' ? said : `${said} (${status})`;
}

/** Returns the code of a network failure such as `ECONNREFUSED`, or null. */
function codeOf(error: Error): string | null {
  for (
    let cause = error.cause, depth = 0;
    cause instanceof Error && depth < 3;
    cause = cause.cause, depth++
  ) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code)) return code;
  }
  return null;
}
