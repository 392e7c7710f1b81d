import { isIP } from 'node:net';
import { defaultPort, type LocatedTarget } from '../base/target.ts';
import type { TargetTransport } from '../base/transport.ts';

/** A peer as configured. DNS supplies a missing port or transport. */
export interface NamedTarget {
  host: string;
  /** `null` queries NAPTR and SRV records; a number is the port of the host itself (RFC 3263 §4.2). */
  port: number | null;
  /** `null` lets NAPTR records decide (§4.1); otherwise they only locate the service over this transport. */
  transport: TargetTransport | null;
}

export interface SrvRecord {
  name: string;
  port: number;
  priority: number;
  weight: number;
}

export interface NaptrRecord {
  service: string;
  order: number;
  preference: number;
  replacement: string;
}

/** DNS queries. An answer without records is empty. */
export interface Names {
  naptr(name: string): Promise<NaptrRecord[]>;
  srv(name: string): Promise<SrvRecord[]>;
  addresses(host: string): Promise<string[]>;
}

/** The most targets of one name, and the most SRV records that are followed. */
const targetsMax = 64;
const recordsMax = 8;
/** The most SRV records that are ordered; a name with more is abusive. */
const recordsReadMax = 64;

const services: Readonly<Record<string, TargetTransport>> = {
  'SIPS+D2T': 'tls',
  'SIP+D2T': 'tcp',
  'SIP+D2U': 'udp',
};
const srvPrefixes: Readonly<Record<TargetTransport, string>> = {
  udp: '_sip._udp.',
  tcp: '_sip._tcp.',
  tls: '_sips._tcp.',
};

/**
 * Returns the targets of a peer in the order to try (RFC 3263 §4): address, port and transport. A TLS target
 * also has the queried name, which its certificate must be for (RFC 5922 §4). Empty when the name does not
 * resolve.
 */
export async function resolveTarget(
  asked: NamedTarget,
  names: Names,
  random: () => number = Math.random,
): Promise<LocatedTarget[]> {
  const host = asked.host.replace(/^\[|\]$/g, '');
  const serverName = isIP(host) === 0 ? host : undefined;
  const targetAt = (address: string, port: number, transport: TargetTransport): LocatedTarget =>
    transport === 'tls' ? { host: address, port, transport, serverName } : { host: address, port, transport };
  const plain = asked.transport ?? 'udp';
  if (isIP(host) !== 0) return [targetAt(host, asked.port ?? defaultPort(plain), plain)];
  const located = asked.port === null ? await bySrv(host, asked.transport, names, random) : null;
  const hosts = located ?? [{ host, port: asked.port ?? defaultPort(plain), transport: plain }];
  const expanded = await Promise.all(
    hosts.map(async ({ host: name, port, transport }) =>
      (await names.addresses(name)).map((address) => targetAt(address, port, transport)),
    ),
  );
  return expanded.flat().slice(0, targetsMax);
}

interface Located {
  host: string;
  port: number;
  transport: TargetTransport;
}

/** Returns `null` without SRV records; empty when they say that the service does not exist. */
async function bySrv(
  host: string,
  transport: TargetTransport | null,
  names: Names,
  random: () => number,
): Promise<Located[] | null> {
  const questions = await srvNames(host, transport, names);
  const answers = await Promise.all(
    questions.map(async (question) => ({ ...question, records: await names.srv(question.name) })),
  );
  const found = answers.filter(({ records }) => records.length > 0);
  if (found.length === 0) return null;
  return found.flatMap(({ records, transport: over }) =>
    inOrder(records.slice(0, recordsReadMax), random)
      .slice(0, recordsMax)
      // RFC 2782: a single dot means that the service is decidedly not available.
      .filter(({ name }) => name !== '.' && name !== '')
      .map(({ name, port }) => ({ host: name, port, transport: over })),
  );
}

/**
 * Returns the SRV names and transports of the NAPTR records (RFC 3263 §4.1), or else the default SRV name.
 */
async function srvNames(
  host: string,
  transport: TargetTransport | null,
  names: Names,
): Promise<{ name: string; transport: TargetTransport }[]> {
  const known = [...(await names.naptr(host))]
    .sort((a, b) => a.order - b.order || a.preference - b.preference)
    .flatMap(({ service, replacement }) => {
      const over = services[service.toUpperCase()];
      const isWanted = over !== undefined && (transport === null || over === transport);
      return isWanted && replacement !== '' ? [{ name: replacement, transport: over }] : [];
    });
  if (known.length > 0) return known.slice(0, recordsMax);
  const over = transport ?? 'udp';
  return [{ name: srvPrefixes[over] + host, transport: over }];
}

/**
 * Orders records by priority, then draws within a priority with a chance proportional to the weight (RFC
 * 2782).
 */
export function inOrder(records: readonly SrvRecord[], random: () => number): SrvRecord[] {
  const left = [...records].sort((a, b) => a.priority - b.priority || a.weight - b.weight);
  const out: SrvRecord[] = [];
  while (left.length > 0) {
    const peers = left.filter(({ priority }) => priority === left[0]!.priority);
    let draw = random() * peers.reduce((sum, { weight }) => sum + weight, 0);
    const chosen = peers.find(({ weight }) => (draw -= weight) < 0) ?? peers[0]!;
    out.push(chosen);
    left.splice(left.indexOf(chosen), 1);
  }
  return out;
}
