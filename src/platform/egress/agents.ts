import type { Agent } from 'undici';
import { monotonicMs } from '../kernel/index.ts';

/** Agents that were not used for so long are closed; their connections are so sooner. */
const unusedMs = 60_000;

/** An agent for each key that is in use, with connections of its own. */
export class Agents implements AsyncDisposable {
  readonly #open: () => Agent;
  readonly #held = new Map<string, { agent: Agent; usedMs: number }>();
  /** They answer what they were asked for to its end. */
  readonly #closing = new Set<Agent>();
  #timer: NodeJS.Timeout | undefined;

  constructor(open: () => Agent) {
    this.#open = open;
  }

  /** For one request: what is kept for longer may be closed. */
  of(key: string, nowMs = monotonicMs()): Agent {
    const held = this.#held.get(key) ?? { agent: this.#open(), usedMs: nowMs };
    held.usedMs = nowMs;
    this.#held.set(key, held);
    this.#timer ??= setInterval(() => this.closeUnused(monotonicMs()), unusedMs).unref();
    return held.agent;
  }

  /** Closes those that nobody has used for a while, each when its last request is over. */
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

  /** Ends all of them, with what is under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    const agents = [...this.#held.values()].map(({ agent }) => agent);
    this.#held.clear();
    await Promise.all([...agents, ...this.#closing].map((agent) => agent.destroy()));
  }
}
