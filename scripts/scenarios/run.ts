import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { delay } from '../../src/kernel/index.ts';
import { isPocketSphinxInstalled } from '../../src/providers/pocketsphinx/index.ts';
import type { TextToSpeech } from '../../src/providers/spec/index.ts';
import {
  type PlacedCall,
  type SimulatedCall,
  type SimulatedCustomer,
  startSimulatedCustomer,
} from '../../src/simulation/index.ts';
import type { Api, CallRecord, Lookup } from '../demo/api.ts';
import { failuresOf, type Measured, measure, type PlayedCall } from './expectations.ts';
import { type Happening, Player } from './play.ts';
import { readScenario, type Scenario } from './schema.ts';
import { prepare, type Stage } from './stage.ts';
import { startToolService } from './tool-service.ts';

/** A running service and where it takes calls. */
export interface Service {
  api: Api;
  sip: { address: string; port: number };
}

export interface ScenarioOutcome {
  name: string;
  /** What this machine lacks; nothing was played then. */
  skipped: string | null;
  failures: string[];
  record: CallRecord | null;
  measured: Measured | null;
}

export interface RunOptions {
  voice: TextToSpeech;
  tell: (happening: Happening) => void;
}

/** After so long the record of a call that is over is not going to come. */
const recordWithinMs = 20_000;
const pollMs = 50;
/** Fewer than the refusals after which an address gets no answer any more. */
const attemptsMax = 10;
const placeAgainMs = 200;

/** Plays one scenario from its file against a service, in a world of its own there, which is removed again. */
export async function runScenario(
  path: string,
  service: Service,
  options: RunOptions,
): Promise<ScenarioOutcome> {
  const scenario = await readScenario(path);
  const outcome: ScenarioOutcome = {
    name: scenario.name,
    skipped: null,
    failures: [],
    record: null,
    measured: null,
  };
  if (scenario.needs.includes('pocketsphinx') && !isPocketSphinxInstalled()) {
    return { ...outcome, skipped: 'pocketsphinx is not installed' };
  }
  await using world = new AsyncDisposableStack();
  const received = Promise.withResolvers<SimulatedCall>();
  const behaviour = { kind: 'answer', ringMs: 200 } as const;
  const customer = await startSimulatedCustomer({ behaviour, onCall: received.resolve });
  world.defer(() => customer.close());
  const http = await startToolService(scenario.http);
  world.defer(() => http.close());
  const stage = await prepare(service.api, scenario, customer.sipAddress, http.url);
  world.defer(() => stage.remove());
  const { call, callId } = await placeCall(scenario, service, stage, customer, received.promise);
  const player = new Player(call, options.voice, scenario, dirname(path), options.tell);
  try {
    if (!(await call.answered)) throw new Error('the call was not answered');
    await player.play();
  } catch (error) {
    outcome.failures.push(error instanceof Error ? error.message : String(error));
  }
  call.hangUp();
  await call.ended;
  const record = await finishedRecord(service.api, await callId());
  const { heardSpeech: heard, clocks } = call;
  const played: PlayedCall = {
    record,
    heard,
    heardZeroEpochMs: clocks.heardZeroEpochMs ?? 0,
    said: player.said,
  };
  outcome.failures.push(...failuresOf(scenario.expect, played));
  return { ...outcome, record, measured: measure(played) };
}

/** The call, as the customer has it, and its id in the service, which an inbound call has once it is admitted. */
async function placeCall(
  scenario: Scenario,
  { api, sip }: Service,
  stage: Stage,
  customer: SimulatedCustomer,
  received: Promise<SimulatedCall>,
): Promise<{ call: SimulatedCall; callId: () => Promise<string> }> {
  const { agentId, phoneNumberId, ownNumber, customerNumber } = stage;
  if (scenario.direction === 'outbound') {
    const { callId } = await api.post<{ callId: string }>(`/api/agents/${agentId}/calls`, {
      phoneNumber: customerNumber,
      phoneNumberId,
      variables: scenario.variables,
    });
    const stop = new AbortController();
    const late = delay(recordWithinMs, stop.signal);
    const call = await Promise.race([received, late.then(() => null)]);
    stop.abort();
    if (!call) throw new Error('the call did not reach the customer');
    return { call, callId: async () => callId };
  }
  if (Object.keys(scenario.variables).length > 0) {
    const push = { phoneNumber: customerNumber, data: scenario.variables };
    await api.post('/api/call-personalization-webhook', push);
  }
  const externalId = `scenario-${randomUUID()}`;
  const call = await placeOnceKnown(customer, {
    calledNumber: ownNumber,
    callingNumber: customerNumber,
    target: sip,
    headers: [['X-External-ID', externalId]],
  });
  return {
    call,
    async callId() {
      const { latestCall } = await api.get<Lookup>(`/api/calls/external/${externalId}`);
      if (!latestCall) throw new Error('the service has no record of the call');
      return latestCall.callId;
    },
  };
}

/** Places a call, again while the process that takes calls has not heard of the new trunk and refuses its source. */
async function placeOnceKnown(customer: SimulatedCustomer, placed: PlacedCall): Promise<SimulatedCall> {
  for (let attempt = 1; ; attempt++) {
    const call = await customer.call(placed);
    const isKnown = (await call.answered) || (await call.ended).sipCode !== 403;
    if (isKnown || attempt === attemptsMax) return call;
    await delay(placeAgainMs);
  }
}

async function finishedRecord(api: Api, callId: string): Promise<CallRecord> {
  const untilMs = performance.now() + recordWithinMs;
  for (;;) {
    const record = await api.get<CallRecord>(`/api/calls/${callId}`);
    if (record.endedAt !== null) return record;
    if (performance.now() > untilMs) throw new Error('the record of the call does not end');
    await delay(pollMs);
  }
}
