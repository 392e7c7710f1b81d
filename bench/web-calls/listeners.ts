import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';
import { processTree } from '../../test/kill/process-tree.ts';
import { placeMany } from '../calls/level.ts';
import { PhoneBank } from '../calls/phone-bank.ts';
import { readUsage, sharesBetween } from '../calls/process-usage.ts';
import { type BenchWorld, startBenchWorld } from '../calls/world.ts';

interface ListenedResult {
  calls: number;
  listeners: number;
  /** Shares of a core: of the process that carries the calls, and of the API, which passes the audio on. */
  callsShare: number;
  apiShare: number;
  /** Audio that each listener got, in seconds for each second. */
  heardShare: number;
}

const settleMs = 8000;
const bytesOfSecond = 2 * 2 * 8000;

/** Measures `calls` SIP calls without listeners, with each number of listeners, each on another call, and without again. */
export async function measureListeners(
  calls: number,
  listeners: readonly number[],
  seconds: number,
): Promise<ListenedResult[]> {
  await using world = await startBenchWorld(calls + 10);
  const bank = await PhoneBank.open();
  const placed = await placeMany(world, bank, calls);
  const answered = placed.filter((call) => call.kind === 'answered');
  console.log(`${answered.length} of ${calls} SIP calls were answered`);
  await delay(settleMs);
  const callIds = await liveCalls(world, Math.max(...listeners));
  const results: ListenedResult[] = [];
  for (const count of [0, ...listeners, 0]) {
    const result = await measureListened(world, callIds.slice(0, count), bank.live, seconds);
    results.push(result);
    const { callsShare, apiShare, heardShare } = result;
    const first = results[0]!.callsShare;
    console.log(
      `${bank.live} calls, ${count} listeners: calls process ${(100 * callsShare).toFixed(1)} % of a core (${(callsShare / first).toFixed(2)} ×), API ${(100 * apiShare).toFixed(1)} %, audio heard ${(100 * heardShare).toFixed(0)} %`,
    );
  }
  for (const call of answered) call.hangUp();
  await bank.close();
  return results;
}

async function measureListened(
  world: BenchWorld,
  callIds: readonly string[],
  calls: number,
  seconds: number,
): Promise<ListenedResult> {
  let bytes = 0;
  const sockets = await Promise.all(
    callIds.map(async (callId) => {
      const headers = { authorization: `Bearer ${world.program.key}` };
      const url = `${world.program.url.replace(/^http/, 'ws')}/api/calls/${callId}/audio`;
      const socket = new WebSocket(url, { headers });
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) bytes += data.length;
      });
      await once(socket, 'open');
      return socket;
    }),
  );
  await delay(2000);
  const apiId = apiProcessOf(world);
  const [from, apiFrom, bytesFrom] = [readUsage(world.processId), readUsage(apiId), bytes];
  await delay(seconds * 1000);
  const [to, apiTo] = [readUsage(world.processId), readUsage(apiId)];
  const heard = (bytes - bytesFrom) / bytesOfSecond / seconds;
  for (const socket of sockets) socket.close();
  return {
    calls,
    listeners: callIds.length,
    callsShare: sharesBetween(from, to).all,
    apiShare: sharesBetween(apiFrom, apiTo).all,
    heardShare: callIds.length === 0 ? 0 : heard / callIds.length,
  };
}

/** Returns the ids of up to `max` calls in progress. */
async function liveCalls({ program }: BenchWorld, max: number): Promise<string[]> {
  const { body } = await program.request(
    'GET',
    `/api/calls?status=in-progress&pageSize=${Math.min(max, 100)}`,
  );
  return (body as { calls: { callId: string }[] }).calls.map(({ callId }) => callId);
}

/** Returns the process of the API: the first one of the program. */
function apiProcessOf({ program, processId }: BenchWorld): number {
  const [first] = processTree(program.process.pid!).filter((id) => id !== processId);
  return first ?? program.process.pid!;
}
