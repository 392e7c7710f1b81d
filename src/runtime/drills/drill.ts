import { UsageMeter, wholeSpeech } from '../../conversation/providers/kit/index.ts';
import type { Providers } from '../../conversation/providers/registry.ts';
import type { AgentRecord } from '../../domains/agents/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { conflict, monotonicMs, silentLog, toError } from '../../platform/kernel/index.ts';
import { Resampler } from '../../telephony/media/index.ts';
import { openProviders, type PreparedAgent } from '../agent-runtime/index.ts';
import { browserRateHz } from '../browser-calls/index.ts';
import type { Saying } from './customer.ts';
import { type DrillSetting, notPlayed, playCall } from './play.ts';
import type { AgentDrill, DrillAgent, DrillCall, DrillFault, DrillProvider } from './schemas.ts';
import { watchedProviders } from './watched-providers.ts';

/** The calls that are played at a time, and the time for all of them. */
const callsMax = 8;
const drillMsMax = 150_000;

interface DrillEnvironment {
  db: Database;
  providers: Providers;
  organizationId: string;
  /** Aborts when no client waits for the drill any more. Vendors would bill the rest of it. */
  closed?: AbortSignal | undefined;
}

/**
 * Plays one call of the agent without a fault, and one for each fault of each provider. In a fault all providers of the
 * kind up to that one fail, so that the next one is asked. Calls take real time; several are played at once.
 */
export async function runDrill(
  { db, providers, organizationId, closed }: DrillEnvironment,
  record: AgentRecord,
  { providers: choice, faults, draft, variables, customerSays }: DrillAgent,
): Promise<AgentDrill> {
  const startedMs = monotonicMs();
  const timeout = AbortSignal.timeout(drillMsMax);
  const signal = closed ? AbortSignal.any([timeout, closed]) : timeout;
  const agent = agentOf(record, draft);
  const isReal = choice === 'real';
  const usage = new UsageMeter();
  const found = await chainsOf(providers, agent, { organizationId, isReal, usage });
  const requests = new Map<string, number>();
  const setting: DrillSetting = {
    ...{ db, organizationId, agent, variables, providers, isReal, usage, signal },
    says: agent.model === null ? [] : await spoken(providers, organizationId, customerSays),
    onRequest: (kind, position) => {
      const key = `${kind} ${position}`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
    },
  };
  const calls = await playAll(setting, [null, ...faultsOf(found.chains, faults)]);
  return {
    agentId: record.agentId,
    version: agent.version,
    tookMs: Math.round(monotonicMs() - startedMs),
    providers: found.chains.map((one) => ({
      ...one,
      requests: one.isReal ? (requests.get(`${one.kind} ${one.position}`) ?? 0) : 0,
    })),
    unusable: found.unusable,
    calls,
  };
}

/** Plays calls with these faults, several at a time. */
async function playAll(setting: DrillSetting, faults: readonly (DrillFault | null)[]): Promise<DrillCall[]> {
  const calls = faults.map(notPlayed);
  let next = 0;
  const work = async () => {
    while (next < faults.length && !setting.signal.aborted) {
      const at = next++;
      calls[at] = await playCall(setting, faults[at]!);
    }
  };
  await Promise.all(Array.from({ length: callsMax }, work));
  return calls;
}

/** Returns the faults of every provider. A scripted model runs inside Parley and does not fail. */
function faultsOf(
  chains: readonly Omit<DrillProvider, 'requests'>[],
  faults: DrillAgent['faults'],
): DrillFault[] {
  return chains
    .filter(({ provider }) => provider !== 'scripted')
    .flatMap(({ kind, position, provider }) =>
      [...new Set(faults)].map((fault) => ({ kind, position, provider, fault })),
    );
}

/** Opens the agent's providers as a call would, and returns those that calls ask, in the order of asking. */
async function chainsOf(
  providers: Providers,
  agent: PreparedAgent['agent'],
  { organizationId, isReal, usage }: { organizationId: string; isReal: boolean; usage: UsageMeter },
) {
  const known = new Map<object, Omit<DrillProvider, 'requests'>>();
  const unusable: AgentDrill['unusable'] = [];
  const lookup = watchedProviders({
    ...{ providers, isReal, fault: null, lastSaid: () => '' },
    onOpened: (provider, facts) => known.set(provider, facts),
    onUnusable: (failure) => unusable.push(failure),
  });
  const opening = openProviders(lookup, agent, { organizationId, usage, log: silentLog });
  await using opened = await opening.catch((error: unknown) => {
    // No call could use the agent either.
    throw conflict('agent.unusable', toError(error).message);
  });
  const { languageModel, textToSpeech, speechToText } = opened.providers;
  const chains = [...languageModel, ...textToSpeech, ...speechToText].map((one) => known.get(one)!);
  return { chains, unusable };
}

/** Returns the agent as the drill plays it. */
function agentOf(
  { agentId, version, published, draft }: AgentRecord,
  isDraft: boolean,
): PreparedAgent['agent'] {
  const usesDraft = isDraft && draft !== null;
  const configuration = usesDraft ? draft : published;
  return { ...configuration, speechToSpeech: null, agentId, version: usesDraft ? null : version };
}

/** Returns the customer's texts, spoken by the embedded voice. */
async function spoken(
  providers: Providers,
  organizationId: string,
  texts: readonly string[],
): Promise<Saying[]> {
  await using opened = new AsyncDisposableStack();
  const [voice] = await providers.textToSpeech(null, { organizationId, variables: {} });
  if (!voice) return [];
  opened.use(voice);
  return Promise.all(
    texts.map(async (text) => {
      const speech = await wholeSpeech(voice.speak({ text, voice: 'rms', language: 'en' }));
      const resampler = new Resampler(speech.sampleRateHz, browserRateHz);
      return { text, pcm: joined(resampler.push(speech.pcm), resampler.flush()) };
    }),
  );
}

function joined(first: Int16Array, second: Int16Array): Int16Array {
  const all = new Int16Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
