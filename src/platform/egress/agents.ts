import type { Agent } from 'undici';
import { monotonicMs } from '../kernel/index.ts';

/** Agents are closed after this time without use. Their idle connections close sooner. */
const unusedMs = 60_000;

/** An agent, with its own connections, for each key in use. */
export class Agents implements AsyncDisposable {
  readonly #open: () => Agent;
  readonly #held = new Map<string, { agent: Agent; usedMs: number }>();
  /** Agents that finish their requests before they close. */
  readonly #closing = new Set<Agent>();
  #timer: NodeJS.Timeout | undefined;

  constructor(open: () => Agent) {
    this.#open = open;
  }

  /** Returns the agent for one request. It must not be kept, because unused agents are closed. */
  of(key: string, nowMs = monotonicMs()): Agent {
    const held = this.#held.get(key) ?? { agent: this.#open(), usedMs: nowMs };
    held.usedMs = nowMs;
    this.#held.set(key, held);
    this.#timer ??= setInterval(() => this.closeUnused(monotonicMs()), unusedMs).unref();
    return held.agent;
  }

  /** Closes unused agents, each when its last request has ended. */
  closeUnused(nowMs: number): void {
    for (const [key, { agent, usedMs }] of this.#held) {
      if (nowMs - usedMs < unusedMs) continue;
      this.#held.delete(key);
      this.#closing.add(agent);
      const forget = () => this.#closing.delete(agent);
      agent.close().then(forget, forget);
    }
    if (this.#held.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Closes all agents and aborts their requests. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    const agents = [...this.#held.values()].map(({ agent }) => agent);
    this.#held.clear();
    await Promise.all([...agents, ...this.#closing].map((agent) => agent.destroy()));
  }
}
