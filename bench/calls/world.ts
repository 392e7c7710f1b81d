import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { processTree } from '../../test/kill/process-tree.ts';
import { type Program, startProgram } from '../../test/world/program.ts';
import { callerWords } from './caller-audio.ts';

/** The program as an operator starts it, with an agent that answers a number. */
export interface BenchWorld extends AsyncDisposable {
  program: Program;
  /** The process that carries the calls. */
  processId: number;
  agentId: string;
  calledNumber: string;
  /** The file into which the calls process writes its memory on request (see `memory-probe.ts`). */
  memoryFile: string;
  /** The source ports of the program's audio. */
  rtpPorts: { first: number; last: number };
  /** The folder of the bench, removed with the world. */
  folder: string;
}

const scriptedModel = {
  provider: 'scripted',
  dialogue: {
    start: 'more',
    nodes: {
      more: {
        say: 'There is a lot to tell, and here is some of it.',
        listen: {
          options: [
            { phrases: [callerWords], goto: 'more' },
            { keys: ['9'], goto: 'bye' },
          ],
        },
      },
      bye: { say: 'Goodbye.', end: true },
    },
  },
};

/** The agent's model and voice: the scripted one and the embedded one (`null`), or stubs of a vendor's with delays. */
export interface BenchModel {
  modelMs: number | null;
  voiceMs: number | null;
  /** The agent's `conversation.droppedAnswersMax`. */
  droppedAnswersMax: number;
  /** Whether each call has words that no other call says. */
  ownWords?: boolean;
}

const agentOf = ({ modelMs, voiceMs, droppedAnswersMax, ownWords = false }: BenchModel) => ({
  name: 'Bench',
  prompt: 'You are measured.',
  firstMessage: `Hello${ownWords ? ' {{customerNumber}}' : ''}, this is the agent of the bench.`,
  limits: { maxDurationSeconds: 3600, silenceSeconds: 120 },
  transcriber: { provider: 'deepgram' },
  model: modelMs === null ? scriptedModel : { provider: 'openai', model: 'stub' },
  ...(voiceMs === null ? {} : { voice: { provider: 'openai', voice: 'stub' } }),
  conversation: { droppedAnswersMax },
});

/** Starts the program for `callsMax` calls, and stubs of the recognizer's and the model's services. */
export async function startBenchWorld(
  callsMax: number,
  model: BenchModel = { modelMs: null, voiceMs: null, droppedAnswersMax: 10 },
  env: Record<string, string> = {},
): Promise<BenchWorld> {
  await using started = new AsyncDisposableStack();
  const startStub = async (file: string, workerData: unknown = null) => {
    const stub = new Worker(new URL(file, import.meta.url), { workerData });
    started.defer(() => void stub.terminate());
    const [baseUrl] = (await once(stub, 'message')) as [string];
    return baseUrl;
  };
  const recognizerUrl = await startStub('./recognizer-thread.ts');
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const memoryFile = join(folder, 'memory');
  const rtpPorts = { first: 20_000, last: 20_000 + 4 * callsMax + 99 };
  const program = await startProgram({
    env: {
      PARLEY_CALLS_MAX: String(callsMax),
      PARLEY_RTP_PORTS: `${rtpPorts.first}-${rtpPorts.last}`,
      PARLEY_EGRESS_ALLOW: '127.0.0.1/32',
      PARLEY_LOG_LEVEL: 'info',
      BENCH_MEMORY_FILE: memoryFile,
      // `NODE_OPTIONS="--cpu-prof --cpu-prof-dir=…"` profiles the program.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('./memory-probe.ts', import.meta.url)}`,
      ...env,
    },
  });
  started.use(program);
  // A killed program would leave its database running.
  started.defer(async () => void (await program.stop()));
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await program.request(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  await send('PATCH', '/api/organization', { maxConcurrentCalls: 10_000 });
  const addKey = (provider: string, baseUrl: string) =>
    send('POST', '/api/provider-keys', { provider, apiKey: 'none', baseUrl });
  await addKey('deepgram', recognizerUrl);
  if (model.modelMs !== null || model.voiceMs !== null)
    await addKey('openai', await startStub('./model-thread.ts', model));
  const { agentId } = await send('POST', '/api/agents', agentOf(model));
  const { trunkId } = await send('POST', '/api/trunks', {
    ...{ name: 'Bench', host: '127.0.0.1', port: 9, allowedAddresses: ['127.0.0.1'] },
  });
  const calledNumber = '+12025550100';
  await send('POST', '/api/phone-numbers', { phoneNumber: calledNumber, trunkId, inboundAgentId: agentId });
  const everything = started.move();
  return {
    program,
    processId: callsProcessOf(program.process.pid!),
    agentId,
    calledNumber,
    memoryFile,
    rtpPorts,
    folder,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Returns the descendant of `processId` that carries calls, by its command line. */
function callsProcessOf(processId: number): number {
  const isCalls = (id: number) => /calls-main/.test(readFileSync(`/proc/${id}/cmdline`, 'utf8'));
  const found = processTree(processId).find(isCalls);
  if (found === undefined) throw new Error('the program has no process for calls');
  return found;
}
