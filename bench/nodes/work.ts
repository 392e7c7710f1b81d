import { setTimeout as delay } from 'node:timers/promises';
import { type Carrier, CarrierConfiguration, startCarrier } from '../../src/simulation/index.ts';
import { type Dialing, make, nearlyNeverOpen, setUpDialing } from '../../test/world/dialing.ts';
import { prepareOffered, requestText } from '../load.ts';
import type { Cluster } from './cluster.ts';

/** The work of a cluster: calls that are accepted for next year, dialed to busy lines, and held. */
export interface Work extends AsyncDisposable {
  /**
   * Sends requests of `callsOfRequest` calls to all API processes, to each at the same pace, and returns how many calls
   * were accepted.
   */
  accept(callsOfRequest: 1 | 1000, seconds: number): Promise<number>;
  /** Dials calls to busy lines at a pace of `dialsPerSecond` for each pair. Resolves when all have ended. */
  dial(count: number): Promise<void>;
  /**
   * Begins calls that go on until `hangUp`. Resolves when none rings any more, with the number that go on. Rejects when fewer than
   * 90 % do.
   */
  hold(count: number): Promise<number>;
  /** Returns how many calls are in progress now. */
  talking(): Promise<number>;
  hangUp(): Promise<void>;
}

/** Requests a second to each API process. */
const requestsPerSecond = { 1: 50, 1000: 0.4 } as const;
/** Connections to each API process. */
const clients = { 1: 10, 1000: 1 } as const;
/** Calls a second that are dialed for each pair. */
const dialsPerSecond = 3;
const linesMax = 200;
const giveUpMs = 120_000;
/** The least share of the talking calls that must be in progress. */
export const talkingShareMin = 0.9;
const sentence = 'There is a lot to tell, and here is some of it. ';
const soon = { median: 0.2, p95: 0.4 };

const patient = {
  ...{ busy: 0, answersByHour: Array(24).fill(1), ringSeconds: soon, customerHangsUp: 0 },
  conversationSeconds: { median: 3600, p95: 3600 },
};

async function openCarrier(configuration: Record<string, unknown>): Promise<Carrier & AsyncDisposable> {
  const plain = { refusals: [], numbers: { invalid: 0, voicemail: 0, screened: 0 }, setupSeconds: soon };
  const carrier = await startCarrier({
    seed: 1,
    configuration: CarrierConfiguration.parse({ ...plain, ...configuration }),
  });
  return { ...carrier, [Symbol.asyncDispose]: () => carrier.close() };
}

/** Returns a function that makes the request of `count` calls, each to a number of its own. */
function requestsOf() {
  let numbered = 0;
  return (count: number, { agentId, phoneNumberId, scheduleId }: Dialing) => {
    const common = { campaignName: 'Measured', scheduleId, phoneNumberId };
    const callTo = () => ({
      phoneNumber: `+1${2_125_550_000 + (numbered++ % 1_000_000)}`,
      variables: { firstName: 'Ada' },
    });
    const path = `/api/agents/${agentId}/calls/campaign`;
    if (count === 1) return { path, body: { ...common, ...callTo() } };
    return {
      path: `${path}/batch`,
      body: { defaults: common, calls: Array.from({ length: count }, callTo) },
    };
  };
}

const raiseLimits =
  'update organizations set requests_per_second = 1000000000, max_concurrent_calls = $1, updated_at = now()';

export async function startWork(cluster: Cluster, folder: string): Promise<Work> {
  const { request, key } = cluster.apis[0]!;
  await cluster.rows(raiseLimits, [linesMax]);
  await using started = new AsyncDisposableStack();
  const [busyLines, people] = [
    started.use(await openCarrier({ busy: 1 })),
    started.use(await openCarrier(patient)),
  ];
  const trunkOf = ({ sipAddress }: Carrier) => ({ port: sipAddress.port });
  const maxCallsPerSecond = dialsPerSecond * cluster.apis.length;
  const busy = await setUpDialing(request, { trunk: { ...trunkOf(busyLines), maxCallsPerSecond } });
  const agent = { firstMessage: sentence.repeat(20), limits: { silenceSeconds: 120 } };
  const held = await setUpDialing(request, { trunk: trunkOf(people), agent });
  const closed = await make(request, '/api/schedules', nearlyNeverOpen);

  const requestOf = requestsOf();
  const queue = async (count: number, dialing: Dialing) => {
    const { path, body } = requestOf(count, dialing);
    const answer = await request('POST', path, { body });
    if (answer.body.accepted !== count)
      throw new Error(`not all calls were accepted: ${answer.text.slice(0, 300)}`);
  };
  const count = async (what: string) => {
    const [row] = await cluster.rows<{ calls: number }>(`select count(*)::int as calls from ${what}`);
    return row!.calls;
  };
  const talking = () =>
    count("live_calls join calls using (organization_id, call_id) where status = 'in-progress'");
  const setDialing = (dialing: 'on' | 'off') => request('PATCH', '/api/organization', { body: { dialing } });
  const later = { ...busy, scheduleId: closed.scheduleId as string };
  const running = started.move();
  return {
    async accept(callsOfRequest, seconds) {
      const perSecond = requestsPerSecond[callsOfRequest];
      const before = await count('calls');
      await Promise.all(
        cluster.apis.map(async ({ url }, i) => {
          const requests = Array.from({ length: Math.ceil(perSecond * seconds) }, () => {
            const { path, body } = requestOf(callsOfRequest, later);
            return requestText('POST', path, key, body);
          });
          const load = await prepareOffered(folder, requests, perSecond, `of-${callsOfRequest}-to-${i}`);
          const port = Number(new URL(url).port);
          await load.run({ port, connections: clients[callsOfRequest], seconds });
        }),
      );
      return (await count('calls')) - before;
    },
    async dial(calls) {
      const ended = 'ended_calls';
      const before = await count(ended);
      await queue(calls, busy);
      await until(async () => (await count(ended)) >= before + calls);
    },
    async hold(calls) {
      const before = await count('ended_calls');
      await queue(calls, held);
      await until(async () => (await talking()) + (await count('ended_calls')) >= before + calls);
      const begun = await talking();
      if (begun < calls * talkingShareMin) throw new Error(`only ${begun} of ${calls} calls were answered`);
      return begun;
    },
    talking,
    async hangUp() {
      await setDialing('off');
      await until(async () => (await count('live_calls')) === 0);
      await setDialing('on');
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + giveUpMs;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAtMs) throw new Error('calls did not begin or end in time');
    await delay(100);
  }
}
