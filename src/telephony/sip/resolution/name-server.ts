import { lookup, Resolver } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import type { AddressFamily } from '../base/transport.ts';
import { addressesInHostsFile } from './hosts-file.ts';
import type { NaptrRecord, SrvRecord } from './resolution.ts';

/** A DNS answer; no records when the name has none. */
export interface Found<T> {
  records: T[];
  /** The TTL; `null` when the answer has none. */
  ttlSeconds: number | null;
}

/** Queries name servers. Each query rejects when no server answers, which says nothing about the name. */
export interface NameServer {
  naptr(name: string): Promise<Found<NaptrRecord>>;
  srv(name: string): Promise<Found<SrvRecord>>;
  addresses(host: string): Promise<Found<string>>;
}

interface NameServerOptions {
  /** Addresses with port; those of the system by default. */
  servers?: readonly string[] | undefined;
  timeoutMs?: number | undefined;
}

/** Few enough that the system resolver, which blocks a thread of the pool, delays nothing else. */
const systemLookupsMax = 2;

/**
 * Queries the name servers of the system for addresses of the family that our sockets reach. Queries do not
 * wait for each other. The system resolver, which also knows search domains, comes last.
 */
export class SystemNameServer implements NameServer {
  readonly #resolver: Resolver;
  readonly #family: AddressFamily;
  #lookups = 0;

  constructor(family: AddressFamily, { servers, timeoutMs = 1_500 }: NameServerOptions = {}) {
    this.#family = family;
    this.#resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) this.#resolver.setServers(servers);
  }

  async naptr(name: string): Promise<Found<NaptrRecord>> {
    return { records: await orNone(this.#resolver.resolveNaptr(name)), ttlSeconds: null };
  }

  async srv(name: string): Promise<Found<SrvRecord>> {
    return { records: await orNone(this.#resolver.resolveSrv(name)), ttlSeconds: null };
  }

  async addresses(host: string): Promise<Found<string>> {
    // RFC 6761 §6.4: `.invalid` needs no query.
    if (/(?:^|\.)invalid$/i.test(host)) return { records: [], ttlSeconds: null };
    const ours = (await addressesInHostsFile(host)).filter((address) => this.#isReached(address));
    if (ours.length > 0) return { records: ours, ttlSeconds: null };
    const asked = [
      ...(this.#family === 6 ? [] : [this.#resolver.resolve4(host, { ttl: true })]),
      ...(this.#family === 4 ? [] : [this.#resolver.resolve6(host, { ttl: true })]),
    ];
    const answers = await Promise.allSettled(asked.map((answer) => orNone(answer)));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) {
      const ttlSeconds = Math.min(...found.map(({ ttl }) => ttl));
      return { records: found.map(({ address }) => address), ttlSeconds };
    }
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed) throw failed.reason;
    return { records: await this.#lookup(host), ttlSeconds: null };
  }

  #isReached(address: string): boolean {
    return this.#family === 0 || (this.#family === 6) === isIPv6(address);
  }

  async #lookup(host: string): Promise<string[]> {
    if (this.#lookups >= systemLookupsMax) return [];
    this.#lookups++;
    try {
      const found = await orNone(lookup(host, { all: true, family: this.#family }));
      return found.map(({ address }) => address);
    } finally {
      this.#lookups--;
    }
  }
}

/** Turns a negative answer into an empty one. */
async function orNone<T>(answer: Promise<T[]>): Promise<T[]> {
  try {
    return await answer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'ENONAME') return [];
    throw error;
  }
}
