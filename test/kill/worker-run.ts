import { openPhone } from '../interop/call-phone.ts';
import { type Dialing, make, setUpDialing } from '../world/dialing.ts';
import { type Program, startProgram } from '../world/program.ts';
import { freeRtpPorts } from '../world/rtp-ports.ts';
import { query } from './database-watch.ts';
import { kill } from './process-tree.ts';

/** What became of calls that talked when the process that carried them was killed. */
export interface WorkerReport {
  calls: number;
  /** How they ended, and how many of them so. */
  outcomes: Record<string, number>;
  /** Calls whose record has nothing of what was said. */
  withoutWords: string[];
  /** Numbers that rang more than once, whatever was queued after the kill. */
  rangTwice: string[];
  /** Telephones that were not told that their call is over. */
  leftHanging: string[];
  /** From the kill to the end of the last record. */
  settledInMs: number;
  /** How the call ended that was queued after the kill. */
  next: string;
}

const firstNumber = 2_125_556_000;
const talkingWithinMs = 60_000;
const settledWithinMs = 60_000;

/** Has so many calls talk, kills the process that carries them, and looks at what is left. */
export async function killTalking(calls: number, say: (line: string) => void): Promise<WorkerReport> {
  await using phone = await openPhone();
  const { min, max } = await freeRtpPorts(calls + 10);
  await using program = await startProgram({ env: { PARLEY_RTP_PORTS: `${min}-${max}` } });
  const dialing = await setUp(program, phone.port, calls);
  const callIds: string[] = [];
  for (let n = 0; n < calls; n++) callIds.push(await queue(program, dialing, firstNumber + n));
  const talking =
    "select call_id from calls where status = 'in-progress' and json_array_length(transcript) > 0";
  await until(talkingWithinMs, async () => (await query(program.dataDir, talking)).length === calls);
  say(`${calls} calls talk`);
  const killedAtMs = performance.now();
  kill(program.callsProcessId());
  const isOver = (id: string) =>
    `select 1 from calls where call_id = '${id}' and status in ('ended', 'canceled')`;
  const overQuery = "select call_id from calls where status in ('ended', 'canceled')";
  await until(settledWithinMs, async () => (await query(program.dataDir, overQuery)).length === calls);
  const settledInMs = Math.round(performance.now() - killedAtMs);
  say(`all records ended after ${settledInMs} ms`);
  await until(5000, async () => phone.calls.every(({ events }) => events.includes('ended remote')));
  const leftHanging = phone.calls.filter(({ events }) => !events.includes('ended remote'));
  // One more, which has a slot to go through, and ends like any other.
  const nextId = await queue(program, dialing, firstNumber + calls);
  const next = await phone.call(({ number }) => number === `+1${firstNumber + calls}`);
  await until(20_000, async () => next.events.includes('answered'));
  next.hangUp();
  await until(20_000, async () => (await query(program.dataDir, isOver(nextId))).length === 1);
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
  const rows = await query<{ call_id: string; ended_reason: string | null; entries: number }>(
    program.dataDir,
    'select call_id, ended_reason, json_array_length(transcript) as entries from calls',
  );
  const killed = rows.filter(({ call_id }) => callIds.includes(call_id));
  const outcomes: Record<string, number> = {};
  for (const { ended_reason } of killed) {
    const reason = ended_reason ?? 'none';
    outcomes[reason] = (outcomes[reason] ?? 0) + 1;
  }
  const numbers = phone.calls.map(({ number }) => number);
  return {
    calls: callIds.length,
    outcomes,
    withoutWords: killed.filter(({ entries }) => entries === 0).map(({ call_id }) => call_id),
    rangTwice: numbers.filter((number, index) => numbers.indexOf(number) !== index),
    leftHanging: leftHanging.map(({ number }) => number),
    settledInMs,
    next: rows.find(({ call_id }) => call_id === nextId)?.ended_reason ?? 'none',
  };
}
