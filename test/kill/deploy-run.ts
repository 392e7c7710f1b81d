import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { openPhone, type PhoneCall } from '../interop/call-phone.ts';
import { freePort } from '../interop/sip-agent.ts';
import { expand } from '../peers/g711-reference.ts';
import { make, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { freeRtpPorts } from '../world/rtp-ports.ts';
import { query } from './query.ts';

/** The result of a deploy of all processes that carry calls, one after the other. */
export interface DeployReport {
  calls: number;
  processes: number;
  /** How often calls changed their process. */
  moves: number;
  /** Calls that ended during the deploy, by reason. */
  ended: Record<string, number>;
  /** Calls whose agent was not heard after the deploy. */
  silent: string[];
  /** From the last packet of the old process to the first of the new one, at the customer. */
  gapMs: { median: number; p95: number; most: number };
  /** How long each process took to stop. */
  stopMs: number[];
  /** Calls by reason after their customers hung up. */
  outcomes: Record<string, number>;
}

const secret = 'a secret for the deploy, long enough to be taken';
const firstNumber = 2_125_556_000;
const processes = 3;
const talkingWithinMs = 90_000;
const pauseMs = 500;
/** A customer whom the agent does not answer presses the key again after this time. */
const repeatMs = 4_000;

const dialogue = {
  start: 'menu',
  nodes: {
    menu: { say: 'Press a key.', listen: { options: [{ keys: ['1'], goto: 'again' }] } },
    again: {
      say: 'You have pressed the key. You can press it once more.',
      listen: {
        options: [
          { keys: ['1'], goto: 'again' },
          { keys: ['9'], goto: 'bye' },
        ],
      },
    },
    bye: { say: 'Goodbye.', end: true },
  },
};
const agent = {
  prompt: 'Talk.',
  firstMessage: 'Press a key.',
  limits: { maxDurationSeconds: 1800, silenceSeconds: 600 },
  model: { provider: 'scripted', dialogue },
};

/**
 * Holds this many conversations on three processes, whose customers press a key whenever the agent is silent. Stops each
 * process in turn and starts another in its place. Reports what the customers heard.
 */
export async function deployTalking(calls: number, say: (line: string) => void): Promise<DeployReport> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'parley-deploy-'));
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: silentLog });
  stack.defer(() => database.stop('immediate'));
  const phone = stack.use(await openPhone());
  phone.takesChanges = true;
  const start = async (roles: string, name: string): Promise<Program> => {
    const { min, max } = await freeRtpPorts(calls + 10);
    const env = {
      ...{ PARLEY_ROLES: roles, PARLEY_SECRET_KEY: secret, PARLEY_STOP_SECONDS: '60' },
      PARLEY_RTP_PORTS: `${min}-${max}`,
    };
    return startProgram({
      databaseUrl: database.url,
      dataDir: join(folder, name),
      sipPort: await freePort(),
      env,
    });
  };
  const api = stack.use(await start('api', 'api'));
  const key = (await readFile(join(folder, 'api', 'owner.key'), 'utf8')).trim();
  const nodes: Program[] = [];
  stack.defer(async () => {
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
  });
  for (let n = 0; n < processes; n++) nodes.push(await start('calls,dialer', `calls-${n}`));
  await api.request('PATCH', '/api/organization', { key, body: { maxConcurrentCalls: calls } });
  const dialing = await setUpDialing(api.request, { key, agent, trunk: { port: phone.port } });
  const { scheduleId, phoneNumberId, agentId } = dialing;
  for (let n = 0; n < calls; n++) {
    const call = { campaignName: 'Deploy', scheduleId, phoneNumberId, variables: {} };
    const body = { ...call, phoneNumber: `+1${firstNumber + n}` };
    await make(api.request, `/api/agents/${agentId}/calls/campaign`, body, { key });
  }
  const isUp = await until(talkingWithinMs, () => phone.calls.filter(isAnswered).length === calls);
  if (!isUp) throw new Error(`only ${phone.calls.filter(isAnswered).length} of ${calls} calls were answered`);
  const over = new AbortController();
  const talking = Promise.all(phone.calls.map((call) => pressAgain(call, over.signal)));
  await until(talkingWithinMs, () => phone.calls.every((call) => soundSince(call, 0).isHeard));
  say(`${calls} calls talk`);
  const stopMs: number[] = [];
  for (let n = 0; n < processes; n++) {
    const fromMs = performance.now();
    await nodes[n]!.stop();
    stopMs.push(Math.round(performance.now() - fromMs));
    say(`process ${n + 1} of ${processes} stopped after ${stopMs.at(-1)} ms`);
    nodes[n] = await start('calls,dialer', `calls-${n}-again`);
  }
  const marks = phone.calls.map(({ rtp }) => rtp.received.length);
  const isHeard = (call: PhoneCall, n: number) => soundSince(call, marks[n]!).isHeard;
  await until(15_000, () => phone.calls.every((call, n) => isOver(call) || isHeard(call, n)));
  const silent = phone.calls.filter((call, n) => !isOver(call) && !isHeard(call, n));
  over.abort();
  await talking;
  const reasons = () =>
    query<{ reason: string; count: number }>(
      database.url,
      `select concat_ws(': ', c.ended_reason, e.message) as reason, count(*)::int as count
       from calls c left join call_events e on e.call_id = c.call_id and e.decision = 'ended'
       where c.status in ('ended', 'canceled') group by 1`,
    );
  const tally = (rows: { reason: string; count: number }[]) =>
    Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
  const ended = tally(await reasons());
  const gaps = phone.calls.flatMap(gapsOf).sort((a, b) => a - b);
  for (const call of phone.calls) call.hangUp();
  await untilAsync(
    30_000,
    async () => (await reasons()).reduce((sum, { count }) => sum + count, 0) === calls,
  );
  const at = (share: number) =>
    Math.round(gaps[Math.min(Math.floor(gaps.length * share), gaps.length - 1)] ?? 0);
  return {
    ...{ calls, processes, moves: gaps.length, ended, silent: silent.map(({ number }) => number) },
    gapMs: { median: at(0.5), p95: at(0.95), most: Math.round(gaps.at(-1) ?? 0) },
    ...{ stopMs, outcomes: tally(await reasons()) },
  };
}

const isAnswered = ({ events }: PhoneCall) => events.includes('answered');
const isOver = ({ events }: PhoneCall) => events.some((event) => event.startsWith('ended'));

/** Presses a key whenever the agent has spoken and is silent, and again when that has no effect. */
async function pressAgain(call: PhoneCall, signal: AbortSignal): Promise<void> {
  let from = 0;
  let pressedAtMs = performance.now();
  while (!signal.aborted && !isOver(call)) {
    await sleep(100);
    const { isHeard, quietMs } = soundSince(call, from);
    const isTurn = isHeard ? quietMs > pauseMs : performance.now() - pressedAtMs > repeatMs;
    if (!isTurn) continue;
    pressedAtMs = performance.now();
    from = call.rtp.received.length;
    await call.rtp.sendDigits('1');
  }
}

/** Louder than noise. */
const loudSample = 1000;
const isLoud = Array.from({ length: 256 }, (_, octet) => Math.abs(expand('pcmu', octet)) > loudSample);

/** Returns whether the agent was heard since the packet `from`, and for how long it has been quiet. */
function soundSince({ rtp }: PhoneCall, from: number): { isHeard: boolean; quietMs: number } {
  const last = rtp.received.findLast(
    ({ payloadType, payload }, at) =>
      at >= from && payloadType === 0 && payload.some((octet) => isLoud[octet]),
  );
  return { isHeard: last !== undefined, quietMs: last ? performance.now() - last.arrivedAtMs : 0 };
}

/** Returns the times without a packet when the stream of a call came from another process. */
function gapsOf({ rtp }: PhoneCall): number[] {
  const gaps: number[] = [];
  // Reports arrive at the same port.
  const audio = rtp.received.filter(({ payloadType }) => payloadType === 0);
  for (const [index, packet] of audio.entries()) {
    const before = audio[index - 1];
    if (before && before.ssrc !== packet.ssrc) gaps.push(packet.arrivedAtMs - before.arrivedAtMs);
  }
  return gaps;
}

async function until(ms: number, holds: () => boolean): Promise<boolean> {
  return untilAsync(ms, async () => holds());
}

async function untilAsync(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs) {
    if (await holds()) return true;
    await sleep(100);
  }
  return false;
}
