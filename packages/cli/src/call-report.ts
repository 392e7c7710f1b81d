import type { Schema } from '../../sdk/src/index.ts';
import { durationText, secondsOf, timeText } from './durations.ts';

type Call = Schema<'Call'>;
type Usage = Call['usage'][number];

type Names = ReadonlyMap<string, string>;

/** Returns a call as people read it, with the names of what it refers to by ids. The printer leaves out empty values. */
export function callReport(call: Call, names: Names): Record<string, unknown> {
  const seconds = secondsOf(call);
  const agent = names.get(call.agentId) ?? call.agentId;
  return {
    Call: call.callId,
    Customer: call.customerNumber,
    Number: call.phoneNumber,
    Direction: directions[call.type],
    Agent: call.agentVersion === null ? agent : `${agent}, version ${call.agentVersion}`,
    Campaign: call.campaignName,
    Trunk: call.trunkId && names.get(call.trunkId),
    Attempt: call.attempt > 1 ? call.attempt : null,
    Status: words(call.status),
    Reason: call.endedReason && words(call.endedReason.replace(/^assistant/, 'agent')),
    'Ended by': call.endedBy,
    'SIP answer': call.sipCode && `${call.sipCode} ${call.sipReason ?? ''}`.trimEnd(),
    'Answered by': call.answeredBy && `${words(call.answeredBy.kind)}: ${call.answeredBy.reason}`,
    'Transferred to': call.transferDestination,
    Created: timeText(call.createdAt),
    Due: call.dueAt && timeText(call.dueAt),
    Answered: call.startedAt && timeText(call.startedAt),
    Ended: call.endedAt && timeText(call.endedAt),
    Duration: seconds === null ? null : durationText(seconds),
    'Response time': responseText(call.latency),
    Audio: call.quality && audioText(call.quality),
    Cost: call.cost && `${call.cost.total} ${call.cost.currency}`,
    Usage: call.usage.map((usage) => usageText(usage, names)).join('\n'),
    Tags: call.tags,
    Sentiment: call.qa?.sentiment,
    Summary: call.summary,
    Analysis: call.analysis,
    Variables: call.callVariables,
    'Session data': call.sessionVariables,
    'External id': call.externalId,
    Page: call.url,
    Transcript: call.transcript.flatMap(spoken).join('\n'),
  };
}

const directions: Record<Call['type'], string> = {
  inboundPhoneCall: 'inbound',
  outboundPhoneCall: 'outbound',
  webCall: 'from a web page',
};

function responseText(latency: Call['latency']): string | null {
  if (latency === null || latency.p50Ms === null) return null;
  return `${millisecondsText(latency.p50Ms)} in half of ${latency.turns} turns, at most ${millisecondsText(latency.maxMs ?? latency.p50Ms)}`;
}

function audioText(quality: NonNullable<Call['quality']>): string {
  const { packetsReceived, mosListening, lossPercent, jitterMs } = quality;
  if (packetsReceived === 0) return 'none was received';
  const score = mosListening === null ? '' : `MOS ${mosListening.toFixed(1)}, `;
  return `${score}${lossPercent.toFixed(1)}% lost, jitter ${Math.round(jitterMs)} ms`;
}

const quantities = {
  characters: 'characters',
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
  inputAudioTokens: 'input audio tokens',
  outputAudioTokens: 'output audio tokens',
  cachedInputTokens: 'cached input tokens',
  cachedInputAudioTokens: 'cached input audio tokens',
  cacheWriteInputTokens: 'input tokens written to the cache',
} as const satisfies Partial<Record<keyof Usage, string>>;

/** Returns one line of usage: `speech to text: deepgram nova-3, 54 s`. */
function usageText(usage: Usage, names: Names): string {
  const { kind, provider, model, direction, audioMs, connectedMs, estimated } = usage;
  const used = (Object.keys(quantities) as (keyof typeof quantities)[]).flatMap((field) => {
    const amount = usage[field];
    return amount === undefined ? [] : [`${amount} ${quantities[field]}`];
  });
  const lengths = [audioMs, connectedMs].flatMap((ms) => (ms === undefined ? [] : [millisecondsText(ms)]));
  const name = [names.get(provider) ?? provider, model, direction].filter(Boolean).join(' ');
  return `${words(kind)}: ${[name, ...lengths, ...used, ...(estimated ? ['estimated'] : [])].join(', ')}`;
}

/** Returns an entry of a transcript as a line: when, who and what. Entries that only mark a use without words have none. */
function spoken(entry: Call['transcript'][number]): string[] {
  const { role, message, name, result, toolCall, notUnderstood, secondsFromStart } = entry;
  const said = notUnderstood ? '(not understood)' : message;
  const used = [name, toolCall && shortJson(toolCall.arguments ?? {}), result && `→ ${shortJson(result)}`];
  const text = [said, ...used].filter(Boolean).join(' ');
  return text === '' ? [] : [`${secondsFromStart.toFixed(1)} s  ${roles[role]}: ${text}`];
}

const jsonMax = 160;

function shortJson(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > jsonMax ? `${text.slice(0, jsonMax - 1)}…` : text;
}

const roles: Record<Call['transcript'][number]['role'], string> = {
  ...{ bot: 'agent', user: 'customer', tool: 'tool' },
  ...{ system: 'system', agent: 'member' },
};

function millisecondsText(milliseconds: number): string {
  return milliseconds < 1000
    ? `${Math.round(milliseconds)} ms`
    : durationText(Math.round(milliseconds / 1000));
}

function words(value: string): string {
  return value.replaceAll('-', ' ');
}
