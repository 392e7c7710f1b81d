import { flowEntryName } from '../../../conversation/flow/index.ts';
import type { ScenarioInput } from '../schema.ts';
import type { PlayableCall } from './playable-call.ts';

type Expected = NonNullable<ScenarioInput['expect']>;

/** The ends that repeat when the same agent has the same call; other ends have outside causes. */
const repeatable: ReadonlySet<string> = new Set([
  'assistant-ended-call',
  'customer-ended-call',
  'assistant-forwarded-call',
  'silence-timed-out',
  'exceeded-max-duration',
  'customer-busy',
  'customer-did-not-answer',
  'voicemail',
  'operator-intercept',
  'no-person-reached',
  'trunk-rejected',
  'customer-opted-out',
]);
/** Words at the end of an interrupted sentence that are not expected: the interruption may come a little earlier. */
const looseWords = 3;
/** A turn may take this many times the longest wait, plus this time. */
const slower = 2;
const slowerMs = 1000;

interface ExpectedOf {
  call: PlayableCall;
  /** Whether the agent's words are deterministic: a dialogue instead of a language model. */
  isExact: boolean;
  /** Whether its texts contain values that change between calls, such as the date. */
  hasChangingTexts: boolean;
  /** Texts of the agent that depend on timing. */
  fillers: readonly string[];
  /** For each entry of the agent, whether the customer interrupted it. */
  isCut: readonly boolean[];
}

/** Returns the expectations for repeating a call. */
export function expectationsOf({ call, ...rest }: ExpectedOf): Expected {
  const { endedReason, endedBy, transcript, latency } = call;
  const spoken = transcript.filter(({ role }) => role === 'bot');
  const tools = transcript.filter(({ role, name }) => role === 'tool' && name !== flowEntryName);
  const isRepeatable = endedReason !== null && repeatable.has(endedReason);
  const maxMs = latency?.maxMs ?? null;
  return {
    ...(isRepeatable ? { endedReason } : {}),
    // A carrier ends a transferred call differently from the simulated customer.
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
