import { idBound } from '../../platform/kernel/index.ts';
import { type Conversation, type DemoAgent, days, names } from './conversations.ts';

/** A call of the demo as `store.ts` inserts it. Times are ISO 8601. */
export interface MadeCall {
  id: string;
  agentId: string;
  campaignId: string;
  type: 'inboundPhoneCall' | 'outboundPhoneCall';
  customer: string;
  createdAt: string;
  startedAt: string | null;
  endedAt: string;
  endedBy: string;
  endedReason: string;
  sipCode: number | null;
  sipReason: string | null;
  variables: Record<string, string>;
  answeredBy: object | null;
  transcript: object[];
  turns: object[];
  latency: object | null;
  summary: string | null;
  analysis: object | null;
  qa: object | null;
  usage: object[];
  cost: object | null;
}

/** The agents of the demo by their ids. */
export interface PlacedAgent extends DemoAgent {
  agentId: string;
  campaignId: string;
}

const hourMs = 3_600_000;
/** New York in winter. */
const zoneMs = -5 * hourMs;
const openHours = { from: 9, to: 18 };
const areaCodes = ['202', '212', '303', '415', '617'];
const pricePerMinute = 0.0085;
const charactersPerSecond = 14;

/** Returns the calls that begin from one time to the other. The same hour always has the same calls. */
export function madeCalls(agents: readonly PlacedAgent[], fromMs: number, toMs: number): MadeCall[] {
  const calls: MadeCall[] = [];
  for (let hour = Math.floor(fromMs / hourMs); hour * hourMs < toMs; hour++) {
    const local = new Date(hour * hourMs + zoneMs);
    const isWeekend = local.getUTCDay() % 6 === 0;
    const isOpen = local.getUTCHours() >= openHours.from && local.getUTCHours() < openHours.to;
    if (!isOpen) continue;
    const random = randomOf(hour);
    for (const agent of agents) {
      // Customers of campaigns are not called on weekends.
      if (isWeekend && agent.campaign !== null) continue;
      const count = Math.round(agent.callsPerHour * (0.5 + random()) * (isWeekend ? 0.4 : 1));
      for (let i = 0; i < count; i++) {
        const call = madeCall(agent, hour * hourMs + Math.floor(random() * hourMs), random);
        const endedMs = Date.parse(call.endedAt);
        if (endedMs > fromMs && endedMs <= toMs) calls.push(call);
      }
    }
  }
  return calls;
}

/** Returns numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!;
}

function madeCall(agent: PlacedAgent, atMs: number, random: () => number): MadeCall {
  const isOutbound = agent.campaign !== null;
  const name = pick(names, random);
  const day = pick(days, random);
  const tail = String(Math.floor(random() * 100)).padStart(2, '0');
  const customer = `+1${pick(areaCodes, random)}55501${tail}`;
  const places = Array.from({ length: 16 }, () => Math.floor(random() * 10));
  const common = {
    id: `${idBound('call', atMs)}${places.join('')}`,
    agentId: agent.agentId,
    campaignId: agent.campaignId,
    type: isOutbound ? ('outboundPhoneCall' as const) : ('inboundPhoneCall' as const),
    customer,
    createdAt: iso(atMs),
    variables: isOutbound ? { first_name: name, appointment: `${day} at ten` } : {},
  };
  const missed = isOutbound ? missedBy(random()) : null;
  if (missed) return { ...common, ...unanswered(missed, atMs, random) };
  const fill = (text: string) => text.replaceAll('NAME', name).replaceAll('DAY', day);
  const conversation = weighted(agent.conversations, random);
  return { ...common, ...answered(agent, conversation, fill, atMs + 2000 + random() * 9000, random) };
}

const misses = [
  {
    below: 0.14,
    endedReason: 'customer-did-not-answer',
    sipCode: 480,
    sipReason: 'Temporarily Unavailable',
    ringsMs: 25_000,
  },
  { below: 0.2, endedReason: 'customer-busy', sipCode: 486, sipReason: 'Busy Here', ringsMs: 1500 },
  { below: 0.33, endedReason: 'voicemail', sipCode: null, sipReason: null, ringsMs: 18_000 },
  { below: 0.35, endedReason: 'number-invalid', sipCode: 404, sipReason: 'Not Found', ringsMs: 600 },
  {
    below: 0.365,
    endedReason: 'trunk-rejected',
    sipCode: 503,
    sipReason: 'Service Unavailable',
    ringsMs: 400,
  },
];
type Miss = (typeof misses)[number];

/** Returns why a call does not reach its customer, or null. */
function missedBy(random: number): Miss | null {
  return misses.find(({ below }) => random < below) ?? null;
}

type Ending = Omit<
  MadeCall,
  'id' | 'agentId' | 'campaignId' | 'type' | 'customer' | 'createdAt' | 'variables'
>;

function unanswered(
  { endedReason, sipCode, sipReason, ringsMs }: Miss,
  atMs: number,
  random: () => number,
): Ending {
  const ringMs = ringsMs * (0.8 + random() * 0.4);
  const isVoicemail = endedReason === 'voicemail';
  const startedMs = atMs + ringMs;
  const heardMs = 4200;
  return {
    startedAt: isVoicemail ? iso(startedMs) : null,
    endedAt: iso(startedMs + (isVoicemail ? 9000 : 0)),
    endedBy: isVoicemail ? 'Agent ended the call' : 'System ended the call',
    ...{ endedReason, sipCode, sipReason },
    answeredBy: isVoicemail
      ? { kind: 'voicemail', decidedAtMs: heardMs, reason: 'a greeting of a voicemail' }
      : null,
    ...{ transcript: [], turns: [], latency: null, summary: null, analysis: null, qa: null },
    ...(isVoicemail ? paid(9, 0) : { usage: [], cost: null }),
  };
}

function answered(
  { rubrics, campaign }: PlacedAgent,
  conversation: Conversation,
  fill: (text: string) => string,
  startedMs: number,
  random: () => number,
): Ending {
  const transcript: object[] = [];
  const turns: object[] = [];
  const waits: number[] = [];
  let atMs = 300;
  let characters = 0;
  for (const [who, text] of conversation.turns) {
    const message = fill(text);
    const lastsMs = Math.round((message.length / charactersPerSecond) * 1000);
    if (who === 'agent') {
      characters += message.length;
      const waitedMs = turns.length === 0 ? null : Math.round(280 + 500 * random() ** 3);
      if (waitedMs !== null) {
        waits.push(waitedMs);
        atMs += waitedMs;
      }
      turns.push(turnOf(turns.length + 1, atMs, waitedMs));
    } else atMs += Math.round(500 + random() * 900);
    transcript.push({
      role: who === 'agent' ? 'bot' : 'user',
      message,
      secondsFromStart: atMs / 1000,
      time: iso(startedMs + atMs),
      endTime: iso(startedMs + atMs + lastsMs),
      duration: lastsMs / 1000,
    });
    atMs += lastsMs;
  }
  const failed = conversation.failed ?? [];
  const outcomes = rubrics.map((rubric) => [rubric, { passed: !failed.includes(rubric) }]);
  return {
    startedAt: iso(startedMs),
    endedAt: iso(startedMs + atMs + 400),
    endedBy: conversation.endedBy,
    endedReason:
      conversation.endedBy === 'Agent ended the call' ? 'assistant-ended-call' : 'customer-ended-call',
    ...{ sipCode: null, sipReason: null, transcript, turns },
    answeredBy: campaign === null ? null : { kind: 'person', decidedAtMs: 900, reason: 'a short greeting' },
    latency: latencyOf(waits),
    summary: fill(conversation.summary),
    analysis: conversation.analysis,
    qa: {
      overallPassed: failed.length === 0,
      sentiment: conversation.sentiment,
      rubricOutcomes: Object.fromEntries(outcomes),
    },
    ...paid(atMs / 1000, characters),
  };
}

/** Returns a row of the latency ledger. All is known of the beginning of a call but a wait. */
function turnOf(turn: number, firstRtpMs: number, waitedMs: number | null): object {
  const speechEndMs = waitedMs === null ? null : firstRtpMs - waitedMs;
  const since = (share: number) =>
    speechEndMs === null || waitedMs === null ? null : speechEndMs + Math.round(waitedMs * share);
  const providerMs = waitedMs === null ? null : Math.round(waitedMs * 0.4);
  return {
    turn,
    kind: turn === 1 ? 'greeting' : 'speech',
    speechEndMs,
    transcriptFirstMs: speechEndMs === null ? null : speechEndMs - 200,
    transcriptFinalMs: since(0.2),
    endOfTurnMs: since(0.5),
    endedBy: waitedMs === null ? null : 'expected-phrase',
    modelAskedMs: since(0.5),
    ...{ heldBackMs: null, droppedAnswers: 0, overlaps: [] },
    firstTokenMs: since(0.6),
    firstSentenceMs: since(0.7),
    firstAudioMs: since(0.9),
    firstRtpMs,
    interruptedAtMs: null,
    ...{
      waitedMs,
      providerMs,
      addedMs: waitedMs === null || providerMs === null ? null : waitedMs - providerMs,
    },
  };
}

function latencyOf(waits: readonly number[]): object | null {
  if (waits.length === 0) return null;
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const added = (ms: number) => ms - Math.round(ms * 0.4);
  return {
    turns: waits.length,
    ...{ p50Ms: at(0.5), p95Ms: at(0.95), maxMs: sorted.at(-1) },
    ...{ addedP50Ms: added(at(0.5)), addedP95Ms: added(at(0.95)) },
  };
}

/** Returns what a connection of so many seconds used and cost. Minutes are charged as they begin. */
function paid(seconds: number, characters: number): Pick<MadeCall, 'usage' | 'cost'> {
  const total = (Math.ceil(seconds / 60) * pricePerMinute).toFixed(4);
  return {
    usage: characters > 0 ? [{ kind: 'text-to-speech', provider: 'flite', characters }] : [],
    cost: { currency: 'USD', total, priceVersion: 1, usageIsComplete: true, items: [], unpriced: [] },
  };
}

function weighted(conversations: readonly Conversation[], random: () => number): Conversation {
  let left = random() * conversations.reduce((sum, { weight }) => sum + weight, 0);
  for (const conversation of conversations) {
    left -= conversation.weight;
    if (left < 0) return conversation;
  }
  return conversations.at(-1)!;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
