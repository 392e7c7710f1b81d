import { silentLog } from '../../src/platform/kernel/index.ts';
import { createSipUserAgent } from '../../src/telephony/sip/index.ts';
import { freePort } from '../../test/interop/sip-agent.ts';
import { addressOf, query } from '../../test/kill/query.ts';
import { setUpDialing } from '../../test/world/dialing.ts';
import { type Program, startProgram } from '../../test/world/program.ts';
import type { Report } from '../report.ts';

export interface DueOptions {
  /** The number of calls. Each is dialed twice: when it is queued, and by its retry. */
  calls: number;
}

/** The pause between two calls, so that none waits for another. */
const everyMs = 100;
const retryDelaySeconds = 2;
const settledWithinMs = 60_000;

/**
 * Measures the time from the moment a call is due to its INVITE at a SIP peer, in an idle program. Queued calls count
 * from the answer to the request, retries from the time in `why`.
 */
export async function measureDue(report: Report, { calls }: DueOptions): Promise<void> {
  report.begin('due', `From due to INVITE, ${calls} calls and their retries, one every ${everyMs} ms`);
  const invited = new Map<string, number[]>();
  await using peer = await openPeer(invited);
  await using program = await startProgram({ sipPort: await freePort() });
  const { agentId, scheduleId, phoneNumberId, callRetryConfigId } = await setUp(program, peer.port);
  const acceptedAtMs = new Map<string, number>();
  for (let i = 0; i < calls; i++) {
    const phoneNumber = `+1${2_125_550_000 + i}`;
    const body = {
      campaignName: 'Due',
      scheduleId,
      phoneNumberId,
      phoneNumber,
      variables: {},
      callRetryConfigId,
    };
    const answer = await program.request('POST', `/api/agents/${agentId}/calls/campaign`, { body });
    if (answer.status !== 201) throw new Error(`a call was answered with ${answer.status} ${answer.text}`);
    acceptedAtMs.set(phoneNumber, Date.now());
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  const untilMs = Date.now() + settledWithinMs;
  const areDialed = () => [...acceptedAtMs.keys()].every((number) => (invited.get(number) ?? []).length >= 2);
  while (!areDialed() && Date.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 100));
  const dueAtMs = await retriesOf(program);
  const queued: number[] = [];
  const retried: number[] = [];
  for (const [number, [first, second]] of invited) {
    if (first !== undefined) queued.push(Math.max(first - acceptedAtMs.get(number)!, 0));
    const due = dueAtMs.get(number);
    if (second !== undefined && due !== undefined) retried.push(second - due);
  }
  add(report, 'queued and due at once', queued, calls);
  add(report, 'retries that become due', retried, calls);
}

async function openPeer(invited: Map<string, number[]>) {
  const agent = await createSipUserAgent({
    host: '127.0.0.1',
    port: 0,
    publicAddress: '127.0.0.1',
    log: silentLog,
    rateLimit: { perSecond: 50_000, burst: 100_000 },
    delegate: {
      admits: () => true,
      onInvite(call) {
        const number = call.requestUri.user ?? '';
        const times = invited.get(number) ?? [];
        times.push(Date.now());
        invited.set(number, times);
        // The first attempt is retried, the second is not.
        call.reject(times.length === 1 ? 486 : 404);
        return {
          onOffer: () => null,
          onLateAnswer: () => undefined,
          onEnd: () => undefined,
          onCancel: () => undefined,
          onAck: () => undefined,
        };
      },
    },
  });
  return { port: agent.address.port, [Symbol.asyncDispose]: () => agent.close({ graceMs: 0 }) };
}

async function setUp({ request }: Program, port: number) {
  const body = { maxConcurrentCalls: 1000 };
  await request('PATCH', '/api/organization', { body });
  const dialing = await setUpDialing(request, { trunk: { port }, agent: { prompt: 'Speak.' } });
  const retries = { name: 'Soon', maxAttempts: 2, delaysSeconds: [retryDelaySeconds], retryOn: ['busy'] };
  const made = await request('POST', '/api/retry-configs', { body: retries });
  return { ...dialing, callRetryConfigId: made.body.callRetryConfigId as string };
}

/** Returns when each retry was due, by number. */
async function retriesOf({ dataDir }: Program): Promise<Map<string, number>> {
  const due = `select c.customer_number as number, (1000 * extract(epoch from e.until))::float8 as at_ms
    from calls c join call_events e using (organization_id, call_id)
    where c.attempt = 2 and e.decision = 'held' and e.reason = 'retry-delay'`;
  const rows = await query<{ number: string; at_ms: number }>(await addressOf(dataDir), due);
  return new Map(rows.map(({ number, at_ms }) => [number, at_ms]));
}

function add(report: Report, words: string, waits: number[], wanted: number): void {
  if (waits.length < wanted) throw new Error(`of ${wanted} calls only ${waits.length} were dialed`);
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)]!;
  const from = `p50 ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, p99 ${at(0.99).toFixed(1)}, at most ${sorted.at(-1)!.toFixed(1)} ms`;
  report.add({ part: 'due', what: `from due to INVITE, p95: ${words}`, value: at(0.95), unit: 'ms', from });
}
