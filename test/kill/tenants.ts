import type { FoundedOrganization } from '../../src/domains/keys/index.ts';
import { make, setUpDialing } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';

/** An organization that queues calls. */
export interface Tenant {
  name: string;
  key: string;
  agentId: string;
  scheduleId: string;
  phoneNumberIds: string[];
  callRetryConfigId: string;
  /** The caps of its campaigns by name; null for none. */
  campaigns: Record<string, number | null>;
  /** The first customer number. Numbers are used in order. */
  firstNumber: number;
}

/** The most attempts for a customer. */
export const attemptsMax = 3;
/** The carriers. */
export const carrierNames = ['narrow', 'slow', 'other'] as const;
/** The limit of the second carrier, in calls a second. */
export const slowPerSecond = 4;

const agent = {
  prompt: 'Talk.',
  firstMessage: 'Hi.',
  limits: { maxDurationSeconds: 10, silenceSeconds: 1 },
  conversation: { recording: 'off' },
};

/**
 * Creates two organizations. The trunk of the first has few lines, and its fallback trunk few calls a second. The
 * second organization has its own trunk.
 */
export async function setUpTenants(
  request: Program['request'],
  keys: { owner: string; other: FoundedOrganization['key'] },
  ports: Record<string, number>,
  host = '127.0.0.1',
): Promise<Tenant[]> {
  const at = (carrier: (typeof carrierNames)[number]) => ports[carrier]!;
  const first = await setUpTenant(request, {
    key: keys.owner,
    maxConcurrentCalls: 6,
    trunk: { host, port: at('narrow'), maxConcurrentCalls: 4 },
  });
  const { key } = first;
  const second = { name: 'Slow', host, port: at('slow'), maxCallsPerSecond: slowPerSecond };
  const { trunkId } = await make(request, '/api/trunks', second, { key });
  const [numberId] = first.phoneNumberIds;
  const body = { fallbackTrunkIds: [trunkId] };
  await request('PATCH', `/api/phone-numbers/${numberId}`, { key, body });
  const slowNumber = { phoneNumber: '+12025550190', trunkId };
  const { phoneNumberId } = await make(request, '/api/phone-numbers', slowNumber, { key });
  const other = await setUpTenant(request, {
    key: keys.other,
    maxConcurrentCalls: 4,
    trunk: { host, port: at('other'), maxConcurrentCalls: 3 },
  });
  return [
    {
      ...first,
      name: 'first',
      phoneNumberIds: [numberId!, phoneNumberId],
      campaigns: { Capped: 3, Tight: 1, Open: null },
      firstNumber: 2_125_550_000,
    },
    { ...other, name: 'other', campaigns: { Capped: 2, Open: null }, firstNumber: 3_125_550_000 },
  ];
}

async function setUpTenant(
  request: Program['request'],
  {
    key,
    maxConcurrentCalls,
    trunk,
  }: {
    key: string;
    maxConcurrentCalls: number;
    trunk: { host: string; port: number; maxConcurrentCalls: number };
  },
): Promise<Omit<Tenant, 'name' | 'campaigns' | 'firstNumber'>> {
  await request('PATCH', '/api/organization', { key, body: { maxConcurrentCalls } });
  const dialing = await setUpDialing(request, { key, agent, trunk });
  const retries = {
    name: 'Soon',
    maxAttempts: attemptsMax,
    delaysSeconds: [0, 2],
    retryOn: ['busy', 'no-answer', 'failed'],
  };
  const { callRetryConfigId } = await make(request, '/api/retry-configs', retries, { key });
  const { agentId, scheduleId, phoneNumberId } = dialing;
  return { key, agentId, scheduleId, phoneNumberIds: [phoneNumberId], callRetryConfigId };
}
