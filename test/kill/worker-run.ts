import { openPhone } from '../interop/call-phone.ts';
import { freePort } from '../interop/sip-agent.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { freeRtpPorts } from '../world/rtp-ports.ts';
import { kill } from './process-tree.ts';
import { addressOf, query } from './query.ts';

/** The results of conversations whose process was killed. */
export interface WorkerReport {
  calls: number;
  /** The number of calls by how they ended. */
  outcomes: Record<string, number>;
  /** Calls without any words in their record. */
  withoutWords: string[];
  /** Numbers that rang more than once. */
  rangTwice: string[];
  /** Telephones that received neither BYE nor CANCEL. */
  leftHanging: string[];
  /** Milliseconds from the kill to the end of the last record. */
  settledInMs: number;
  /** How the call ended that was queued after the kill. */
  next: string;
}

const firstNumber = 2_125_556_000;
const firstRinging = 2_125_558_000;
const ringing = 3;
const talkingWithinMs = 60_000;
const settledWithinMs = 60_000;

/**
 * Holds this many conversations while three calls ring, kills the process that carries them, and reports the results.
 * One of the ringing calls is answered while no process is alive.
 */
export async function killTalking(calls: number, say: (line: string) => void): Promise<WorkerReport> {
  const isRinging = (number: string) => Number(number.slice(2)) >= firstRinging;
  await using phone = await openPhone((number) => (isRinging(number) ? 'ring' : 'answer'));
  const { min, max } = await freeRtpPorts(calls + 10);
  await using program = await startProgram({
    sipPort: await freePort(),
    env: { PARLEY_RTP_PORTS: `${min}-${max}` },
  });
  const address = await addressOf(program.dataDir);
  const dialing = await setUp(program, phone.port, calls);
  const callIds: string[] = [];
  for (let n = 0; n < calls; n++) callIds.push(await queue(program, dialing, firstNumber + n));
  const talking =
    "select call_id from calls where status = 'in-progress' and json_array_length(transcript) > 0";
  await until(talkingWithinMs, async () => (await query(address, talking)).length === calls);
  for (let n = 0; n < ringing; n++) callIds.push(await queue(program, dialing, firstRinging + n));
  const rings = "select call_id from calls where status = 'ringing'";
  await until(talkingWithinMs, async () => (await query(address, rings)).length === ringing);
  say(`${calls} calls talk, ${ringing} ring`);
  const killedAtMs = performance.now();
  kill(program.callsProcessId());
  phone.calls.find(({ number }) => number === `+1${firstRinging}`)?.answer();
  const isOver = (id: string) =>
    `select 1 from calls where call_id = '${id}' and status in ('ended', 'canceled')`;
  const overQuery = "select call_id from calls where status in ('ended', 'canceled')";
  await until(settledWithinMs, async () => (await query(address, overQuery)).length === callIds.length);
  const settledInMs = Math.round(performance.now() - killedAtMs);
  say(`all records ended after ${settledInMs} ms`);
  const isReleased = ({ events }: { events: string[] }) =>
    events.includes('ended remote') || (events.includes('canceled') && !events.includes('answered'));
  await until(5000, async () => phone.calls.every(isReleased));
  const leftHanging = phone.calls.filter((call) => !isReleased(call));
  // One more call, which needs capacity and ends normally.
  const nextId = await queue(program, dialing, firstNumber + calls);
  const next = await phone.call(({ number }) => number === `+1${firstNumber + calls}`);
  await until(20_000, async () => next.events.includes('answered'));
  next.hangUp();
  await until(20_000, async () => (await query(address, isOver(nextId))).length === 1);
  return await report({ program, callIds, nextId, phone, leftHanging, settledInMs });
}

async function setUp(program: Program, port: number, calls: number): Promise<Dialing> {
  await program.request('PATCH', '/api/organization', { body: { maxConcurrentCalls: calls + 5 } });
  const limits = { maxDurationSeconds: 600, silenceSeconds: 300 };
  const agent = { prompt: 'Talk.', firstMessage: 'Good day.', limits };
  return setUpDialing(program.request, { trunk: { port }, agent });
}

async function queue(program: Program, dialing: Dialing, number: number): Promise<string> {
  const { scheduleId, phoneNumberId, agentId } = dialing;
  const body = { campaignName: 'Kill', scheduleId, phoneNumberId, phoneNumber: `+1${number}`, variables: {} };
  return (await make(program.request, `/api/agents/${agentId}/calls/campaign`, body)).callId;
}

async function until(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs && !(await holds().catch(() => false))) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Evidence {
  program: Program;
  callIds: string[];
  nextId: string;
  phone: Awaited<ReturnType<typeof openPhone>>;
  leftHanging: readonly { number: string }[];
  settledInMs: number;
}

async function report({
  program,
  callIds,
  nextId,
  phone,
  leftHanging,
  settledInMs,
}: Evidence): Promise<WorkerReport> {
  const rows = await query<{
    call_id: string;
    ended_reason: string | null;
    entries: number;
    has_talked: boolean;
  }>(
    await addressOf(program.dataDir),
    'select call_id, ended_reason, json_array_length(transcript) as entries, started_at is not null as has_talked from calls',
  );
  const killed = rows.filter(({ call_id }) => callIds.includes(call_id));
  const outcomes: Record<string, number> = {};
  for (const { ended_reason } of killed) {
    const reason = ended_reason ?? 'none';
    outcomes[reason] = (outcomes[reason] ?? 0) + 1;
  }
  const numbers = phone.calls.map(({ number }) => number);
  return {
    calls: callIds.length - ringing,
    outcomes,
    withoutWords: killed
      .filter(({ entries, has_talked }) => has_talked && entries === 0)
      .map(({ call_id }) => call_id),
    rangTwice: numbers.filter((number, index) => numbers.indexOf(number) !== index),
    leftHanging: leftHanging.map(({ number }) => number),
    settledInMs,
    next: rows.find(({ call_id }) => call_id === nextId)?.ended_reason ?? 'none',
  };
}
