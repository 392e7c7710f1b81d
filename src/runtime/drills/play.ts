import type { UsageMeter } from '../../conversation/providers/kit/index.ts';
import type { CallEnd } from '../../domains/calls/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { monotonicMs, silentLog } from '../../platform/kernel/index.ts';
import { tickMs } from '../../telephony/media/index.ts';
import { converse, type PreparedAgent, prepareAgent, SpareSpeech } from '../agent-runtime/index.ts';
import { browserRateHz } from '../browser-calls/index.ts';
import type { OpenToolRunner } from '../tools/index.ts';
import { Customer, type Saying } from './customer.ts';
import type { DrillCall, DrillFault } from './schemas.ts';
import { watchedProviders } from './watched-providers.ts';

/** What all calls of a drill share. */
export interface DrillSetting {
  db: Database;
  organizationId: string;
  agent: PreparedAgent['agent'];
  variables: Record<string, string | number | boolean>;
  says: readonly Saying[];
  providers: Parameters<typeof watchedProviders>[0]['providers'];
  isReal: boolean;
  usage: UsageMeter;
  onRequest: NonNullable<Parameters<typeof watchedProviders>[0]['onRequest']>;
  /** Aborts when the time of the drill is over. */
  signal: AbortSignal;
}

/** A call of a drill ends after so much time. */
const callMsMax = 45_000;

/** A drill has no effects outside, so the model is offered no tools. */
const noTools: OpenToolRunner = {
  definitions: [],
  complete: Promise.resolve(),
  isRepeatable: () => false,
  run: async () => ({ result: { error: 'A drill uses no tools.' } }),
  [Symbol.asyncDispose]: async () => undefined,
};

/** Plays one call with a fault, or without any. */
export async function playCall(setting: DrillSetting, fault: DrillFault | null): Promise<DrillCall> {
  const ended = Promise.withResolvers<CallEnd>();
  const hangUp = () =>
    ended.resolve({
      ...{ status: 'ended', endedBy: 'Customer ended the call', endedReason: 'customer-ended-call' },
      message: 'The customer hung up.',
    });
  const customer = new Customer({ says: setting.says, onHangUp: hangUp });
  const why: string[] = [];
  const served: Pick<DrillCall, 'voice' | 'transcriber'> = { voice: null, transcriber: null };
  const lookup = watchedProviders({
    ...setting,
    fault,
    lastSaid: () => customer.lastSaid,
    onServed: (kind, provider) => {
      served[kind] = provider;
    },
  });
  const over = AbortSignal.any([setting.signal, AbortSignal.timeout(callMsMax)]);
  over.addEventListener('abort', hangUp, { once: true });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => over.removeEventListener('abort', hangUp));
  try {
    const prepared = cleanup.use(await prepare(setting, lookup, over));
    cleanup.defer(tickingOf(customer));
    const end = await converse({
      media: customer.line,
      prepared: { ...prepared, announcement: null },
      carryOut: async () => ({ isOver: false, result: { error: 'A drill transfers no calls.' } }),
      log: silentLog,
      ended: ended.promise,
      onStarted: (conversation) => customer.connect(conversation),
      onFact: (_reason, message) => why.push(message),
      onProgress: () => undefined,
    });
    if (setting.signal.aborted) return notPlayed(fault);
    return { ...outcomeOf(end, customer, setting.says.length), ...served, fault, why };
  } catch (error) {
    if (setting.signal.aborted) return notPlayed(fault);
    // The agent cannot take calls, as it would be in a real call.
    return { ...notPlayed(fault), outcome: 'not-completed', why: [(error as Error).message] };
  }
}

function prepare(
  { db, organizationId, agent, variables, usage }: DrillSetting,
  providers: ReturnType<typeof watchedProviders>,
  gone: AbortSignal,
): Promise<PreparedAgent> {
  const call = { organizationId, callId: 'drill', customerNumber: '', agentNumber: '', variables };
  const environment = { db, providers, spareSpeech: new SpareSpeech(), openTools: () => noTools };
  return prepareAgent(environment, agent, call, { gone, log: silentLog, usage, lineRateHz: browserRateHz });
}

/** Starts the clock of a customer's line. Returns what stops it. */
function tickingOf(customer: Customer): () => void {
  const startedMs = monotonicMs();
  let ticks = 0;
  const timer = setInterval(() => {
    for (; ticks * tickMs <= monotonicMs() - startedMs; ticks++) {
      customer.advance(startedMs + ticks * tickMs, Date.now());
    }
  }, tickMs / 2);
  return () => clearInterval(timer);
}

function outcomeOf(
  { transcript = [], turns = [], endedReason }: CallEnd,
  customer: Customer,
  saidCount: number,
): Omit<DrillCall, 'fault' | 'voice' | 'transcriber' | 'why'> {
  const heard = transcript.filter(({ role }) => role === 'bot').map(({ message }) => message);
  const answered = turns.filter(({ kind, answeredBy }) => kind === 'speech' && answeredBy !== undefined);
  const isCompleted =
    endedReason === 'customer-ended-call' && customer.isContent && answered.length >= saidCount;
  return {
    outcome: isCompleted && heard.length > 0 ? 'completed' : 'not-completed',
    heard,
    longestSilenceMs: customer.longestSilenceMs,
    model: turns.findLast(({ answeredBy }) => answeredBy !== undefined)?.answeredBy ?? null,
    endedReason: endedReason ?? null,
  };
}

/** Returns the result of a call for which there was no time. */
export function notPlayed(fault: DrillFault | null): DrillCall {
  return {
    ...{ fault, outcome: 'not-played', heard: [], longestSilenceMs: 0 },
    ...{ model: null, voice: null, transcriber: null, endedReason: null, why: [] },
  };
}
