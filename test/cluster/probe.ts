import { setTimeout as sleep } from 'node:timers/promises';
import { foundOrganization } from '../../src/domains/keys/index.ts';
import { SecretKey } from '../../src/platform/access/index.ts';
import { Database } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { type SimulatedCall, startSimulatedCustomer } from '../../src/simulation/index.ts';
import { setUpDialing } from '../world/dialing.ts';
import type { Cluster } from './cluster.ts';
import { addresses } from './configuration.ts';

/** Founds an organization, and returns its key. */
export async function found(cluster: Cluster, name: string): Promise<string> {
  const db = new Database({
    ...{
      connectionString: cluster.databaseUrl,
      applicationName: 'cluster',
      connectionsMax: 1,
      log: silentLog,
    },
  });
  try {
    const input = { name, ownerName: null, ownerEmail: null };
    return (await foundOrganization(db, new SecretKey(cluster.secret), input)).key;
  } finally {
    await db.close();
  }
}

/** Places single calls of an organization of its own, whose caps no other call takes. */
export interface Probe {
  /** Queues a call. Resolves with whether its INVITE reached the carrier within 5 s. */
  dial(): Promise<boolean>;
  /** Calls through Kamailio. Resolves with whether the call was answered within 5 s. */
  answer(): Promise<boolean>;
  /** The times of inbound calls that were answered, by Call-ID. */
  answered: ReadonlyMap<string, number>;
}

const withinMs = 5000;

export async function openProbe(cluster: Cluster): Promise<Probe> {
  const key = await found(cluster, 'Probe');
  const rung = new Set<string>();
  const customer = await startSimulatedCustomer({
    ...{ host: addresses.driver, behaviour: { kind: 'busy' } },
    onCall: (call: SimulatedCall) => rung.add(call.calledNumber),
  });
  const dialing = await setUpDialing(cluster.request, {
    ...{ key, phoneNumber: '+12025550177' },
    agent: { prompt: 'Talk.', firstMessage: 'Hi.', limits: { maxDurationSeconds: 10, silenceSeconds: 1 } },
    trunk: { host: addresses.driver, port: customer.sipAddress.port, allowedAddresses: [addresses.sip] },
  });
  let last = 4_125_550_000;
  const answered = new Map<string, number>();
  return {
    answered,
    async dial() {
      const phoneNumber = `+1${last++}`;
      const body = { phoneNumber, phoneNumberId: dialing.phoneNumberId };
      const path = `/api/agents/${dialing.agentId}/calls`;
      const answer = await cluster.request('POST', path, { key, body }).catch(() => null);
      if (answer?.status !== 201) return false;
      return holdsWithin(() => rung.has(phoneNumber));
    },
    async answer() {
      const call = await customer.call({
        ...{ calledNumber: dialing.phoneNumber, callingNumber: `+1${last++}` },
        ...{
          target: { address: addresses.sip, port: 5060 },
          noAnswerTimeoutMs: withinMs,
          hangUpAfterMs: 500,
        },
      });
      const isAnswered = await call.answered;
      if (isAnswered) answered.set(call.sipCallId, Date.now());
      return isAnswered;
    },
  };
}

async function holdsWithin(holds: () => boolean): Promise<boolean> {
  const untilMs = performance.now() + withinMs;
  while (!holds() && performance.now() < untilMs) await sleep(20);
  return holds();
}
