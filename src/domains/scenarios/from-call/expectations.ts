import type { ScenarioInput } from '../schema.ts';
import type { PlayableCall } from './playable-call.ts';

type Expected = NonNullable<ScenarioInput['expect']>;

/** What happens again when the same agent has the same call; other ends came from outside. */
const repeatable: ReadonlySet<string> = new Set([
  'assistant-ended-call',
  'customer-ended-call',
  'assistant-forwarded-call',
  'silence-timed-out',
  'exceeded-max-duration',
  'customer-busy',
  'customer-did-not-answer',
  'voicemail',
  'trunk-rejected',
  'customer-opted-out',
]);
/** Of words that were cut off these are left out: the voice may come a little further or less far. */
const looseWords = 3;
/** A turn may take so many times as long as the longest did, and this much more. */
const slower = 2;
const slowerMs = 1000;

interface ExpectedOf {
  call: PlayableCall;
  /** Whether the agent says the same to the same words: what it says is data and no model of language. */
  isExact: boolean;
  /** Whether its texts have the date in them, or what else differs from call to call. */
  hasChangingTexts: boolean;
  /** Texts of the agent that come or not by how long something took. */
  fillers: readonly string[];
  /** By the number of its entry among those of the agent: whether the customer cut it short. */
  isCut: readonly boolean[];
}

/** What a call is expected to be again. */
export function expectationsOf({ call, ...rest }: ExpectedOf): Expected {
  const { endedReason, endedBy, transcript, latency } = call;
  const spoken = transcript.filter(({ role }) => role === 'bot');
  const tools = transcript.filter(({ role }) => role === 'tool');
  const isRepeatable = endedReason !== null && repeatable.has(endedReason);
  const maxMs = latency?.maxMs ?? null;
  return {
    ...(isRepeatable ? { endedReason } : {}),
    // A carrier that was asked to transfer ends the call otherwise than the simulated customer does.
    ...(isRepeatable && endedBy !== null && endedReason !== 'assistant-forwarded-call' ? { endedBy } : {}),
    transcript: spoken.flatMap(({ message }, index) => saidAs(message, index, rest)),
    toolCalls: tools.map(({ name = '', toolCall }) =>
      rest.isExact && toolCall ? { name, arguments: toolCall.arguments as Record<string, unknown> } : name,
    ),
    ...(maxMs === null ? {} : { waitedMsMax: Math.ceil((maxMs * slower + slowerMs) / 100) * 100 }),
  };
}

function saidAs(
  message: string,
  index: number,
  { isExact, hasChangingTexts, fillers, isCut }: Omit<ExpectedOf, 'call'>,
): NonNullable<Expected['transcript']> {
  if (fillers.includes(message)) return [];
  if (!isExact || (hasChangingTexts && /\d/.test(message))) return [{ role: 'bot' }];
  if (!isCut[index]) return [{ role: 'bot', is: message }];
  const words = message.split(/\s+/);
  return [{ role: 'bot', contains: words.slice(0, Math.max(words.length - looseWords, 1)).join(' ') }];
}
