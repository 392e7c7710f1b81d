import { randomUUID } from 'node:crypto';
import { customerSettings, type Scenario } from '../../src/domains/scenarios/index.ts';
import { delay } from '../../src/platform/kernel/index.ts';
import type { Behaviour, PlacedCall, SimulatedCall, SimulatedCustomer } from '../../src/simulation/index.ts';
import type { Api, Lookup } from '../demo/api.ts';
import type { Stage } from './stage.ts';

/** A running service and its SIP address. */
export interface Service {
  api: Api;
  sip: { address: string; port: number };
}

/** The customer's side of a call, and the service's call id, which an inbound call gets when it is admitted. */
export interface Placed {
  call: SimulatedCall;
  callId: () => Promise<string>;
}

/** The longest wait for the agent's call to reach the customer. */
const receivedWithinMs = 20_000;
/** The most attempts: fewer than the refusals after which the service ignores an address. */
const attemptsMax = 10;
const placeAgainMs = 200;

/** Returns the behaviour of the scenario's customer. */
export function behaviourOf(scenario: Scenario): Behaviour {
  const customer = customerSettings(scenario.customer);
  switch (customer.kind) {
    case 'answers':
      return { kind: 'answer', ringMs: customer.ringMs };
    case 'busy':
      return customer;
    case 'no-answer':
      return customer.ringMs === null ? { kind: 'no-answer' } : { ...customer, ringMs: customer.ringMs };
    case 'declines':
      return { kind: 'reject', code: customer.code, ringMs: customer.ringMs };
    case 'voicemail':
      return { ...customer, greeting: { text: customer.greeting } };
    case 'intercept':
      return { ...customer, announcement: { text: customer.announcement } };
  }
}

/** Places the call in the scenario's direction. Rejects when it does not reach its destination. */
export async function placeCall(
  scenario: Scenario,
  { api, sip }: Service,
  stage: Stage,
  customer: SimulatedCustomer,
  received: Promise<SimulatedCall>,
): Promise<Placed> {
  const { agentId, phoneNumberId, ownNumber, customerNumber } = stage;
  if (scenario.direction === 'outbound') {
    const { callId } = await api.post<{ callId: string }>(`/api/agents/${agentId}/calls`, {
      phoneNumber: customerNumber,
      phoneNumberId,
      variables: scenario.variables,
    });
    const stop = new AbortController();
    const late = delay(receivedWithinMs, stop.signal);
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

/** Places a call, and repeats it while the calls process does not know the new trunk yet and refuses its address. */
async function placeOnceKnown(customer: SimulatedCustomer, placed: PlacedCall): Promise<SimulatedCall> {
  for (let attempt = 1; ; attempt++) {
    const call = await customer.call(placed);
    const isKnown = (await call.answered) || (await call.ended).sipCode !== 403;
    if (isKnown || attempt === attemptsMax) return call;
    await delay(placeAgainMs);
  }
}
