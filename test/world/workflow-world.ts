import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { LanguageModel } from '../../src/conversation/providers/interfaces/index.ts';
import { Listener } from '../../src/platform/db/index.ts';
import { Egress } from '../../src/platform/egress/index.ts';
import { newId, processClock, silentLog } from '../../src/platform/kernel/index.ts';
import { Node } from '../../src/platform/nodes/index.ts';
import { effects, WorkflowEngine } from '../../src/runtime/workflow-engine/index.ts';
import {
  type Answer,
  type ApiWorld,
  type ApiWorldOptions,
  createApiWorld,
  type RequestOptions,
} from './api-world.ts';

/** A request to the recording server. */
export interface Recorded {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Records requests, and answers them by `answer`: 200 with `{"ok":true}` by default. */
export class RecordingServer implements AsyncDisposable {
  readonly requests: Recorded[] = [];
  answer: (request: Recorded, response: ServerResponse) => void = (_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  };
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const recorded = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    this.requests.push(recorded);
    this.answer(recorded, response);
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the idempotency keys of the requests to a path. */
  keysOf(path: string): unknown[] {
    return this.requests.filter((one) => one.path === path).map(({ headers }) => headers['idempotency-key']);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** An API on its own database, a process that executes workflows, and a server for their requests. */
export interface WorkflowWorld extends ApiWorld {
  server: RecordingServer;
  /** The address of the server. */
  base: string;
  engine: WorkflowEngine;
  /** Starts the engine, when it was created stopped. */
  startEngine(): void;
  /** Publishes a workflow with these steps. */
  publish(steps: unknown[], options?: RequestOptions & { trigger?: unknown }): Promise<string>;
  /** Triggers a workflow, and returns the id of the run. */
  trigger(workflowId: string, input?: Record<string, unknown>): Promise<string>;
  run(runId: string): Promise<any>;
  act(runId: string, action: string): Promise<Answer>;
  /** Resolves with the run when `fits` returns true for it. */
  runWhen(runId: string, fits: (run: any) => boolean): Promise<any>;
  /** Publishes and triggers a workflow, and waits for the end of its run. */
  execute(steps: unknown[], input?: Record<string, unknown>): Promise<any>;
}

export async function createWorkflowWorld({
  executes = true,
  models = [],
  api = {},
}: {
  executes?: boolean;
  api?: ApiWorldOptions;
  models?: LanguageModel[];
} = {}): Promise<WorkflowWorld> {
  const world = await createApiWorld(api);
  const { db, request, secret } = world;
  const server = new RecordingServer();
  const base = await server.listen();
  const egress = new Egress({ allow: ['127.0.0.1/32'] });
  const node = new Node(newId('node'), { db, roles: ['workflows'], log: silentLog });
  await node.start();
  const { notifier } = world;
  const modelsOf = async () => models;
  const carryOut = effects({
    db,
    notifier,
    secret,
    clock: processClock,
    egress: async () => egress,
    modelsOf,
  });
  const engine = new WorkflowEngine({
    ...{ db, log: silentLog, nodeId: node.nodeId },
    ...{ clock: processClock, carryOut },
    // Runs that other work makes ready, such as the end of another run, are found by polling.
    pollMs: 100,
  });
  const options = { connectionString: db.connectionString, applicationName: 'parley test', log: silentLog };
  const listener = new Listener(options);
  listener.on('parley_workflows', () => engine.wake());
  await listener.start();
  if (executes) engine.start();

  const publish: WorkflowWorld['publish'] = async (
    steps,
    { trigger = { type: 'webhook' }, ...rest } = {},
  ) => {
    const body = { name: 'Flow', trigger, definition: { version: 1, steps } };
    const created = await request('POST', '/api/workflows', { ...rest, body });
    const { workflowId } = created.body;
    const published = await request('POST', `/api/workflows/${workflowId}/publish`, rest);
    if (published.status !== 200) throw new Error(published.text);
    return workflowId;
  };
  const trigger: WorkflowWorld['trigger'] = async (workflowId, input = {}) => {
    const answer = await request('POST', `/api/workflows/${workflowId}/trigger`, { body: input });
    if (answer.status !== 202) throw new Error(answer.text);
    return answer.body.workflowTriggeredId;
  };
  const run: WorkflowWorld['run'] = async (runId) =>
    (await request('GET', `/api/workflow-runs/${runId}`)).body;
  const runWhen: WorkflowWorld['runWhen'] = (runId, fits) =>
    vi.waitFor(
      async () => {
        const found = await run(runId);
        if (!fits(found)) throw new Error(`the run is ${JSON.stringify(found)}`);
        return found;
      },
      { timeout: 30_000, interval: 25 },
    );
  return {
    ...world,
    ...{ server, base, engine, publish, trigger, run, runWhen },
    startEngine: () => engine.start(),
    act: (runId, action) => request('POST', `/api/workflow-runs/${runId}/${action}`),
    async execute(steps, input) {
      const runId = await trigger(await publish(steps), input);
      return runWhen(runId, ({ endedAt }) => endedAt !== null);
    },
    async close() {
      await engine.close();
      await listener.close();
      await node.close();
      await egress[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await world.close();
    },
  };
}
