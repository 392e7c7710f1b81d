import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../world/api-world.ts';
import { make } from '../world/dialing.ts';
import type { Program } from '../world/program.ts';

export interface WorkLoadOptions {
  request: Program['request'];
  key: string;
  /** The address of the receiver. */
  url: string;
  /** Whether a failover may lose a chat that was accepted. */
  mayLose: boolean;
  random: () => number;
}

/** What the API accepted, by id, with the time of its answer. */
export interface WorkRecord {
  messages: Map<string, number>;
  runs: Map<string, number>;
  /** The number of messages that were sent, without repetitions. */
  sentMessages: number;
}

export const workEvents = ['chat.created', 'chat.message', 'workflow.run.created', 'workflow.run.completed'];

const model = {
  provider: 'scripted',
  dialogue: {
    start: 'ask',
    nodes: {
      ask: {
        say: 'Go on.',
        listen: {
          options: [
            { phrases: ['more'], goto: 'ask' },
            { phrases: ['goodbye'], goto: 'bye' },
          ],
        },
      },
      bye: { say: 'Goodbye.', end: true },
    },
  },
};
const messagesEach = 4;

/** Writes in chats and triggers a workflow, whose events go to a webhook endpoint. */
export class WorkLoad {
  readonly record: WorkRecord = { messages: new Map(), runs: new Map(), sentMessages: 0 };
  readonly #options: WorkLoadOptions;
  readonly #ids: { agentId: string; workflowId: string };
  #stopped = false;
  readonly #workers: Promise<void>[];

  private constructor(options: WorkLoadOptions, ids: { agentId: string; workflowId: string }) {
    this.#options = options;
    this.#ids = ids;
    this.#workers = [this.#chatOn(), this.#chatOn(), this.#triggerOn()];
    // `stop` rejects with the failure.
    for (const worker of this.#workers) worker.catch(() => undefined);
  }

  static async start(options: WorkLoadOptions): Promise<WorkLoad> {
    const { request, key, url } = options;
    const create = (path: string, body: unknown) => make(request, path, body, { key });
    await create('/api/webhook-endpoints', { url: `${url}/hook`, events: workEvents });
    const { agentId } = await create('/api/agents', { name: 'Chat', prompt: 'Talk.', model });
    const steps = [
      { id: 'ask', type: 'http', method: 'POST', url: `${url}/step`, body: { n: '{{ input.n }}' } },
      { id: 'finish', type: 'end', output: '{{ input.n }}' },
    ];
    const workflow = { name: 'Work', trigger: { type: 'webhook' }, definition: { version: 1, steps } };
    const { workflowId } = await create('/api/workflows', workflow);
    const published = await request('POST', `/api/workflows/${workflowId}/publish`, { key });
    if (published.status >= 300) throw new Error(published.text);
    return new WorkLoad(options, { agentId, workflowId });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#workers);
  }

  async #chatOn(): Promise<void> {
    const path = `/api/agents/${this.#ids.agentId}/chats`;
    while (!this.#stopped) {
      const begun = await this.#post(path, { customerUniqueId: `customer-${this.#options.random()}` });
      if (begun?.status !== 201) continue;
      for (let n = 0; n < messagesEach && !this.#stopped; n++) {
        this.record.sentMessages++;
        const said = { role: 'user', content: 'more' };
        const added = await this.#post(`/api/chats/${begun.body.chatId}/messages`, said);
        // The chat is lost.
        if (added?.status === 404) break;
        if (added?.status === 201) this.record.messages.set(added.body.messageId, Date.now());
        await sleep(this.#options.random() * 1500);
      }
    }
  }

  async #triggerOn(): Promise<void> {
    for (let n = 0; !this.#stopped; n++) {
      const answer = await this.#post(`/api/workflows/${this.#ids.workflowId}/trigger`, { n });
      if (answer?.status === 202) this.record.runs.set(answer.body.workflowTriggeredId, Date.now());
      await sleep(this.#options.random() * 1000);
    }
  }

  /** Sends a request with an idempotency key until it is answered. Gives up after some tries. */
  async #post(path: string, body: unknown): Promise<Answer | null> {
    const { request, key, random, mayLose } = this.#options;
    const headers = { 'idempotency-key': `work-${Math.floor(random() * 2 ** 48)}` };
    for (let tries = 0; tries < 60 && !(this.#stopped && tries > 4); tries++) {
      const answer = await request('POST', path, { key, body, headers }).catch(() => null);
      // A refusal means that the load itself is wrong.
      const isRefused = answer && answer.status >= 400 && answer.status < 500;
      if (isRefused && !(mayLose && answer.status === 404)) throw new Error(`${path}: ${answer.text}`);
      if (answer && answer.status < 500) return answer;
      await sleep(500);
    }
    return null;
  }
}
