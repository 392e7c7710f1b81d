import type { Flite } from '../../src/conversation/providers/flite/index.ts';
import type { SimulatedCustomer } from '../../src/simulation/index.ts';
import type { Api } from './api.ts';
import type { Screen } from './screen.ts';

/** The service, the customer and the resources of the demo's two calls. */
export interface Stage {
  api: Api;
  screen: Screen;
  customer: SimulatedCustomer;
  voice: Flite;
  /** The SIP address of the service. */
  sip: { address: string; port: number };
  agentId: string;
  phoneNumberId: string;
  scheduleId: string;
  /** The folder for the recordings. */
  outputFolder: string;
}

/** The organization's number. Like all numbers of the demo it is reserved and unassigned. */
export const ownNumber = '+12025550123';

/** Returns what the agent says to a customer of this name. */
export function greeting(firstName: string): string {
  return `Hello ${firstName}, this is Ada. Your parcel arrives tomorrow before noon.`;
}

/** Creates the resources of a call over the API. */
export async function prepare(
  api: Api,
  customerSip: { address: string; port: number },
): Promise<Pick<Stage, 'agentId' | 'phoneNumberId' | 'scheduleId'>> {
  const { agentId } = await api.post<{ agentId: string }>('/api/agents', {
    name: 'Ada',
    prompt: 'You are Ada. You tell {{first_name}} when the parcel comes.',
    firstMessage: greeting('{{first_name}}'),
    variables: [{ name: 'first_name', required: false, default: 'there' }],
    limits: { maxDurationSeconds: 60, silenceSeconds: 3 },
  });
  const { trunkId } = await api.post<{ trunkId: string }>('/api/trunks', {
    name: 'Simulated carrier',
    host: customerSip.address,
    port: customerSip.port,
    allowedAddresses: [customerSip.address],
  });
  const { phoneNumberId } = await api.post<{ phoneNumberId: string }>('/api/phone-numbers', {
    phoneNumber: ownNumber,
    trunkId,
    inboundAgentId: agentId,
  });
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const { scheduleId } = await api.post<{ scheduleId: string }>('/api/schedules', {
    name: 'Always open',
    timeZone: 'UTC',
    windows: [{ days, start: '00:00', end: '24:00' }],
  });
  return { agentId, phoneNumberId, scheduleId };
}
