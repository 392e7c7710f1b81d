import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Program, startProgram } from '../world/program.ts';
import { randomFrom } from '../world/random.ts';
import { kill, processTree } from './process-tree.ts';

/** The results of triggers while the program and its database were killed. */
export interface TriggerKillReport {
  kills: number;
  sent: number;
  /** Triggers answered with 202. */
  accepted: number;
  /** Accepted runs that are missing or did not complete. */
  missing: string[];
}

const sendersMax = 16;
const killWithinMs = 1500;
const settledWithinMs = 60_000;
const steps = [
  { id: 'double', type: 'set', values: { twice: '{{ input.n * 2 }}' } },
  { id: 'finish', type: 'end', output: '{{ vars.twice }}' },
];

/**
 * Triggers a workflow from many clients, kills all processes of the program meanwhile, and looks for every run that was
 * answered with 202.
 */
export async function killAmongTriggers({
  kills,
  seed,
  say,
}: {
  kills: number;
  seed: number;
  say(line: string): void;
}): Promise<TriggerKillReport> {
  const random = randomFrom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-triggers-'));
  const accepted = new Set<string>();
  let sent = 0;
  let program: Program | null = null;
  const start = () => startProgram({ dataDir, env: { PARLEY_ROLES: 'api,workflows' } });
  try {
    program = await start();
    const workflowId = await publish(program);
    for (let n = 0; n < kills; n++) {
      const running = program;
      const gone = new AbortController();
      const senders = Array.from({ length: sendersMax }, async () => {
        while (!gone.signal.aborted) {
          const answer = await running
            .request('POST', `/api/workflows/${workflowId}/trigger`, { body: { n: ++sent } })
            .catch(() => null);
          if (answer === null) return;
          if (answer.status === 202) accepted.add(answer.body.workflowTriggeredId);
        }
      });
      await delay(200 + random() * killWithinMs);
      for (const pid of processTree(running.process.pid!)) kill(pid);
      gone.abort();
      await Promise.all(senders);
      await running.exited;
      say(`${accepted.size} triggers were answered for, the program is killed`);
      program = await start();
    }
    const missing = await notCompleted(program, accepted);
    return { kills, sent, accepted: accepted.size, missing };
  } finally {
    await program?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
  }
}

async function publish({ request }: Program): Promise<string> {
  const body = { name: 'Double', trigger: { type: 'webhook' }, definition: { version: 1, steps } };
  const { workflowId } = (await request('POST', '/api/workflows', { body })).body;
  const { status, text } = await request('POST', `/api/workflows/${workflowId}/publish`);
  if (status !== 200) throw new Error(text);
  return workflowId;
}

/** Returns the runs that did not complete in time. */
async function notCompleted({ request }: Program, runIds: Iterable<string>): Promise<string[]> {
  const endMs = performance.now() + settledWithinMs;
  let left = [...runIds];
  for (;;) {
    const still: string[] = [];
    for (const runId of left) {
      const { body } = await request('GET', `/api/workflow-runs/${runId}`);
      if (body.status !== 'completed') still.push(runId);
    }
    left = still;
    if (left.length === 0 || performance.now() > endMs) return left;
    await delay(500);
  }
}
