import { isIP } from 'node:net';
import { fairTimeout, monotonicMs, waitAtMost } from '../../../platform/kernel/index.ts';
import { familyOf } from '../base/addresses.ts';
import { defaultPort, type LocatedTarget } from '../base/target.ts';
import type { AddressFamily } from '../base/transport.ts';
import { namesInSdp, replaceNames, type SdpName } from '../sdp/sdp-names.ts';
import { CachedNames } from './cached-names.ts';
import { type NameServer, SystemNameServer } from './name-server.ts';
import { type NamedTarget, resolveTarget } from './resolution.ts';

/** A target that failed is asked after the others for so long. */
const avoidedForMs = 30_000;
const avoidedMax = 1_000;
const locateWithinMs = 5_000;
/** Whoever has answered waits no longer for the addresses of a description. */
const describeWithinMs = 2_000;

interface LocatorOptions {
  server?: NameServer | undefined;
  /** Asked for the addresses that our sockets do not reach, to say why a name leads nowhere. */
  unreachedServer?: NameServer | undefined;
  nowMs?: (() => number) | undefined;
  /** No question takes longer; what it finds later is kept for the next. 5,000. */
  withinMs?: number | undefined;
}

/** Finds where peers are reached (RFC 3263), remembers it for a while, and which of those places failed lately. */
export class Locator {
  readonly #family: AddressFamily;
  readonly #names: CachedNames;
  readonly #unreached: CachedNames;
  readonly #nowMs: () => number;
  readonly #withinMs: number;
  /** Until when, by target. */
  readonly #avoided = new Map<string, number>();

  /** `bindHost`: the address that our sockets are bound to, which says what they reach. */
  constructor(bindHost: string, options: LocatorOptions = {}) {
    const { server, unreachedServer, nowMs = monotonicMs, withinMs = locateWithinMs } = options;
    this.#family = familyOf(bindHost);
    this.#nowMs = nowMs;
    this.#withinMs = withinMs;
    this.#names = new CachedNames(server ?? new SystemNameServer(this.#family), nowMs);
    const unreached = new SystemNameServer(this.#family === 4 ? 6 : 4);
    this.#unreached = new CachedNames(unreachedServer ?? unreached, nowMs);
  }

  /** In the order in which to try, those that failed lately at last; empty when the name leads nowhere. Never rejects. */
  async locate(asked: NamedTarget): Promise<LocatedTarget[]> {
    const literal = this.literal(asked);
    if (literal) return literal;
    const found = await this.#resolveInTime(asked, this.#names);
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

  /** Whether our sockets reach an address. */
  reaches(address: string): boolean {
    const family = isIP(address);
    return this.#family === 0 || family === 0 || family === this.#family;
  }

  /**
   * A description with addresses in the place of its names (RFC 4566 §5.7), as far as they lead anywhere. Never rejects, and
   * takes 2 s at most.
   */
  async withAddresses(sdp: string): Promise<string> {
    const names = namesInSdp(sdp);
    if (names.length === 0) return sdp;
    const asked = names.map(({ name }) => this.#names.addresses(name).catch(() => []));
    await waitAtMost(Promise.all(asked), describeWithinMs);
    return this.#withKnown(sdp);
  }

  /** The same by what is known already, for who cannot wait; what is not is asked for, for the next time. */
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

  /** In words, why `locate` finds no place: of another address family than our sockets, or not known. Never rejects. */
  async whyNowhere(asked: NamedTarget): Promise<string> {
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

  /** A request to this target was not taken: for a while the others of its name are tried before (RFC 3263 §4.3). */
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
