import type { TextToSpeech } from '../../src/conversation/providers/interfaces/index.ts';
import { isPocketSphinxInstalled } from '../../src/conversation/providers/pocketsphinx/index.ts';
import {
  customerSettings,
  type RecordedTurn,
  recordedTurnsOf,
  type Scenario,
} from '../../src/domains/scenarios/index.ts';
import { delay } from '../../src/platform/kernel/index.ts';
import { type SimulatedCall, startSimulatedCustomer } from '../../src/simulation/index.ts';
import type { Api, CallRecord } from '../demo/api.ts';
import { failuresOf, type Measured, measure, type PlayedCall } from './expectations.ts';
import { behaviourOf, placeCall, type Service } from './place.ts';
import { type Happening, Player, synthesize } from './play.ts';
import { startSpeechService } from './speech-service.ts';
import { prepare, usesSimulatedSpeech } from './stage.ts';
import { startToolService } from './tool-service.ts';

export interface ScenarioOutcome {
  name: string;
  /** Why the scenario was skipped; `null` when it was played. */
  skipped: string | null;
  failures: string[];
  record: CallRecord | null;
  measured: Measured | null;
  /** The sounds of both sides, by packets; `null` when it was not played to its end. */
  played: PlayedCall | null;
  turns: RecordedTurn[];
}

export interface RunOptions {
  /** The folder with its WAV files. */
  folder: string;
  voice: TextToSpeech;
  onHappening: (happening: Happening) => void;
}

/** The longest wait for the record of an ended call. */
const recordWithinMs = 20_000;
const pollMs = 50;
/** The service gives up an unanswered call earlier. */
const unansweredWithinMs = 120_000;

/** Plays one scenario against a service, with resources of its own that it removes afterwards. */
export async function runScenario(
  scenario: Scenario,
  service: Service,
  options: RunOptions,
): Promise<ScenarioOutcome> {
  const skipped = await lackOf(scenario, service.api);
  const outcome: ScenarioOutcome = {
    ...{ name: scenario.name, skipped, failures: [] },
    ...{ record: null, measured: null, played: null, turns: [] },
  };
  if (skipped !== null) return outcome;
  await using world = new AsyncDisposableStack();
  const received = Promise.withResolvers<SimulatedCall>();
  const behaviour = behaviourOf(scenario);
  const { voice, folder, onHappening } = options;
  const said = await synthesize(scenario, voice);
  const codecs = scenario.codecs?.map((codec) => (codec === 'OPUS' ? 'opus' : codec));
  const customer = await startSimulatedCustomer({
    ...{ behaviour, voice, onCall: received.resolve },
    ...(codecs ? { codecs } : {}),
  });
  world.defer(() => customer.close());
  const http = await startToolService(scenario.http);
  world.defer(() => http.close());
  const speech = usesSimulatedSpeech(scenario) ? await startSpeechService(voice) : null;
  if (speech) world.defer(() => speech.close());
  const addresses = { customerSip: customer.sipAddress, httpUrl: http.url, speechUrl: speech?.url ?? null };
  const stage = await prepare(service.api, scenario, addresses);
  world.defer(() => stage.remove());
  const { call, callId } = await placeCall(scenario, service, stage, customer, received.promise);
  const over = call.ended.then(() => performance.timeOrigin + performance.now());
  const player = new Player(call, scenario, { said, speech, folder, onHappening });
  try {
    await play(scenario, call, player);
  } catch (error) {
    outcome.failures.push(error instanceof Error ? error.message : String(error));
  }
  call.hangUp();
  const endedEpochMs = await over;
  const record = await finishedRecord(service.api, await callId());
  const played = { ...playedCall(record, call, player), endedEpochMs, spoken: speech?.spoken ?? [] };
  outcome.failures.push(
    ...player.late.map((what) => `the agent had finished before it was interrupted: ${what}`),
  );
  outcome.failures.push(...failuresOf(scenario.expect, played));
  return { ...outcome, record, played, measured: measure(played), turns: turnsOfPlayed(played, player) };
}

/** Returns what the scenario needs and the machine or service lacks; `null` when nothing is missing. */
async function lackOf({ needs }: Scenario, api: Api): Promise<string | null> {
  if (needs.includes('pocketsphinx') && !isPocketSphinxInstalled()) return 'pocketsphinx is not installed';
  const keyed = needs.filter((name) => name !== 'pocketsphinx');
  if (keyed.length === 0) return null;
  const { providerKeys } = await api.get<{ providerKeys: { provider: string }[] }>(
    '/api/provider-keys?pageSize=1000',
  );
  const missing = keyed.filter((name) => providerKeys.every(({ provider }) => provider !== name));
  return missing.length === 0 ? null : `the service has no key of ${missing.join(', ')}: see --base-url`;
}

/** Plays the steps of a customer who answers. Any other customer waits for the service to end the call. */
async function play(scenario: Scenario, call: SimulatedCall, player: Player): Promise<void> {
  const { kind } = customerSettings(scenario.customer);
  if (kind === 'answers') {
    if (!(await call.answered)) throw new Error('the call was not answered');
    return player.play();
  }
  const stop = new AbortController();
  const late = delay(unansweredWithinMs, stop.signal).then(() => 'late' as const);
  const outcome = await Promise.race([call.ended, late]);
  stop.abort();
  if (outcome === 'late') throw new Error(`the call did not end within ${unansweredWithinMs / 1000} s`);
}

function playedCall(
  record: CallRecord,
  call: SimulatedCall,
  { actions }: Player,
): Omit<PlayedCall, 'endedEpochMs' | 'spoken'> {
  const { heardSpeech: heard, heardLevels, clocks } = call;
  return { record, heard, heardLevels, heardZeroEpochMs: clocks.heardZeroEpochMs ?? 0, actions };
}

/** Converts actions to positions of the record, whose entries contain the service's time of position zero. */
function turnsOfPlayed(
  { record, actions }: Pick<PlayedCall, 'record' | 'actions'>,
  { hungUpEpochMs }: Player,
): RecordedTurn[] {
  const first = record.transcript[0];
  const zeroMs = first ? Date.parse(first.time) - first.secondsFromStart * 1000 : 0;
  const done = actions.map(({ what, startEpochMs }) => ({ what, startMs: startEpochMs - zeroMs }));
  return recordedTurnsOf(record, done, hungUpEpochMs === null ? null : hungUpEpochMs - zeroMs);
}

async function finishedRecord(api: Api, callId: string): Promise<CallRecord> {
  const untilMs = performance.now() + recordWithinMs;
  for (;;) {
    const record = await api.get<CallRecord>(`/api/calls/${callId}`);
    if (record.endedAt !== null) return record;
    if (performance.now() > untilMs)
      throw new Error(`the record of the call did not end within ${recordWithinMs / 1000} s`);
    await delay(pollMs);
  }
}
