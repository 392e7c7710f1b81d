import { isIP } from 'node:net';
import { fairTimeout, monotonicMs, waitAtMost } from '../../../platform/kernel/index.ts';
import { familyOf } from '../base/addresses.ts';
import { defaultPort, type LocatedTarget } from '../base/target.ts';
import type { AddressFamily } from '../base/transport.ts';
import { namesInSdp, replaceNames, type SdpName } from '../sdp/sdp-names.ts';
import { CachedNames } from './cached-names.ts';
import { type NameServer, SystemNameServer } from './name-server.ts';
import { type NamedTarget, resolveTarget } from './resolution.ts';

/** A failed target is tried after the others for this long. */
const avoidedForMs = 30_000;
const avoidedMax = 1_000;
const locateWithinMs = 5_000;
/** An answered call waits no longer than this for the addresses of a description. */
const describeWithinMs = 2_000;

interface LocatorOptions {
  server?: NameServer | undefined;
  /** Resolves to addresses that our sockets do not reach, to explain why a name has no target. */
  unreachedServer?: NameServer | undefined;
  nowMs?: (() => number) | undefined;
  /** The longest lookup; a later answer is cached for the next one. 5,000. */
  withinMs?: number | undefined;
}

/** Locates SIP servers (RFC 3263), caches the answers, and remembers which targets failed recently. */
export class Locator {
  readonly #family: AddressFamily;
  readonly #names: CachedNames;
  readonly #unreached: CachedNames;
  readonly #nowMs: () => number;
  readonly #withinMs: number;
  /** Target → when it stops being avoided. */
  readonly #avoided = new Map<string, number>();

  /** `bindHost`: the address that our sockets are bound to, which decides the family they reach. */
  constructor(bindHost: string, options: LocatorOptions = {}) {
    const { server, unreachedServer, nowMs = monotonicMs, withinMs = locateWithinMs } = options;
    this.#family = familyOf(bindHost);
    this.#nowMs = nowMs;
    this.#withinMs = withinMs;
    this.#names = new CachedNames(server ?? new SystemNameServer(this.#family), nowMs);
    const unreached = new SystemNameServer(this.#family === 4 ? 6 : 4);
    this.#unreached = new CachedNames(unreachedServer ?? unreached, nowMs);
  }

  /**
   * Returns targets in the order to try, recently failed ones last; empty when the name has none. Never
   * rejects.
   */
  async locate(asked: NamedTarget): Promise<LocatedTarget[]> {
    const literal = this.literal(asked);
    if (literal) return literal;
    const found = await this.#resolveInTime(asked, this.#names);
    const isAvoided = (target: LocatedTarget) => (this.#avoided.get(keyOf(target)) ?? 0) > this.#nowMs();
    return [...found.filter((it) => !isAvoided(it)), ...found.filter(isAvoided)];
  }

  /**
   * Returns the target itself when its host is an address, or none when our sockets do not reach its family;
   * `null` for a name.
   */
  literal({ host, port, transport }: NamedTarget): LocatedTarget[] | null {
    const bare = host.replace(/^\[|\]$/g, '');
    const family = isIP(bare);
    if (family === 0) return null;
    if (this.#family !== 0 && family !== this.#family) return [];
    const over = transport ?? 'udp';
    return [{ host: bare, port: port ?? defaultPort(over), transport: over }];
  }

  /** Returns whether our sockets reach an address. */
  reaches(address: string): boolean {
    const family = isIP(address);
    return this.#family === 0 || family === 0 || family === this.#family;
  }

  /**
   * Replaces the names in a description by their addresses (RFC 4566 §5.7) where they resolve. Never rejects,
   * and takes 2 s at most.
   */
  async withAddresses(sdp: string): Promise<string> {
    const names = namesInSdp(sdp);
    if (names.length === 0) return sdp;
    const asked = names.map(({ name }) => this.#names.addresses(name).catch(() => []));
    await waitAtMost(Promise.all(asked), describeWithinMs);
    return this.#withKnown(sdp);
  }

  /**
   * Replaces names by cached addresses, for a caller that cannot wait. Queries the others for the next time.
   */
  withKnownAddresses(sdp: string): string {
    const known = this.#withKnown(sdp);
    if (namesInSdp(known).length > 0) void this.withAddresses(sdp);
    return known;
  }

  #withKnown(sdp: string): string {
    const addressOf = ({ name, family }: SdpName): string | null =>
      this.#names.knownAddresses(name).find((address) => isIP(address) === family) ?? null;
    return replaceNames(sdp, addressOf);
  }

  /**
   * Returns why `locate` finds no target: another address family than our sockets, or an unknown name. Never
   * rejects.
   */
  async whyNotLocated(asked: NamedTarget): Promise<string> {
    if (this.#family !== 0) {
      const [ours, theirs] = this.#family === 4 ? ['IPv4', 'IPv6'] : ['IPv6', 'IPv4'];
      const literal = this.literal(asked);
      const isOther = literal
        ? literal.length === 0
        : (await this.#resolveInTime(asked, this.#unreached)).length > 0;
      if (isOther)
        return `host has ${theirs} addresses only, and the SIP address of this service is ${ours} only`;
    }
    return 'host name not found';
  }

  /**
   * Records that a request to this target failed. The other targets of its name are tried first for a while
   * (RFC 3263 §4.3).
   */
  avoid(target: LocatedTarget): void {
    const key = keyOf(target);
    this.#avoided.delete(key);
    this.#avoided.set(key, this.#nowMs() + avoidedForMs);
    if (this.#avoided.size > avoidedMax) this.#avoided.delete(this.#avoided.keys().next().value!);
  }

  async #resolveInTime(asked: NamedTarget, names: CachedNames): Promise<LocatedTarget[]> {
    const { promise: late, resolve } = Promise.withResolvers<LocatedTarget[]>();
    const callOff = fairTimeout(this.#withinMs, () => resolve([]));
    const found = await Promise.race([resolveTarget(asked, names), late]).catch(() => []);
    callOff();
    return found;
  }
}

function keyOf({ transport = 'udp', host, port }: LocatedTarget): string {
  return `${transport} ${host} ${port}`;
}
