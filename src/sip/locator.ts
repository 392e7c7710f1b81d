import { isIP } from 'node:net';
import { monotonicMs } from '../kernel/index.ts';
import { familyOf } from './addresses.ts';
import { CachedNames } from './cached-names.ts';
import { type NameServer, SystemNameServer } from './name-server.ts';
import { type NamedTarget, resolveTarget } from './resolution.ts';
import { defaultPort, type LocatedTarget } from './target.ts';
import type { AddressFamily } from './transport.ts';

/** A target that failed is asked after the others for so long. */
const avoidedForMs = 30_000;
const avoidedMax = 1_000;
/** No question takes longer; what it finds later is kept for the next. */
const locateWithinMs = 5_000;

export interface LocatorOptions {
  server?: NameServer | undefined;
  nowMs?: (() => number) | undefined;
}

/** Finds where peers are reached (RFC 3263), remembers it for a while, and which of those places failed lately. */
export class Locator {
  readonly #family: AddressFamily;
  readonly #names: CachedNames;
  readonly #nowMs: () => number;
  /** Until when, by target. */
  readonly #avoided = new Map<string, number>();

  /** `bindHost`: the address that our sockets are bound to, which says what they reach. */
  constructor(bindHost: string, { server, nowMs = monotonicMs }: LocatorOptions = {}) {
    this.#family = familyOf(bindHost);
    this.#nowMs = nowMs;
    this.#names = new CachedNames(server ?? new SystemNameServer(this.#family), nowMs);
  }

  /** In the order in which to try, those that failed lately at last; empty when the name leads nowhere. Never rejects. */
  async locate(asked: NamedTarget): Promise<LocatedTarget[]> {
    const literal = this.literal(asked);
    if (literal) return literal;
    const { promise: late, resolve } = Promise.withResolvers<LocatedTarget[]>();
    const timer = setTimeout(() => resolve([]), locateWithinMs);
    const found = await Promise.race([resolveTarget(asked, this.#names), late]).catch(() => []);
    clearTimeout(timer);
    const isAvoided = (target: LocatedTarget) => (this.#avoided.get(keyOf(target)) ?? 0) > this.#nowMs();
    return [...found.filter((it) => !isAvoided(it)), ...found.filter(isAvoided)];
  }

  /** The target itself where its host is an address, if our sockets reach its family; null: it is a name. */
  literal({ host, port, transport }: NamedTarget): LocatedTarget[] | null {
    const bare = host.replace(/^\[|\]$/g, '');
    const family = isIP(bare);
    if (family === 0) return null;
    if (this.#family !== 0 && family !== this.#family) return [];
    const over = transport ?? 'udp';
    return [{ host: bare, port: port ?? defaultPort(over), transport: over }];
  }

  /** A request to this target was not taken: for a while the others of its name are tried before (RFC 3263 §4.3). */
  avoid(target: LocatedTarget): void {
    const key = keyOf(target);
    this.#avoided.delete(key);
    this.#avoided.set(key, this.#nowMs() + avoidedForMs);
    if (this.#avoided.size > avoidedMax) this.#avoided.delete(this.#avoided.keys().next().value!);
  }
}

function keyOf({ transport = 'udp', host, port }: LocatedTarget): string {
  return `${transport} ${host} ${port}`;
}
