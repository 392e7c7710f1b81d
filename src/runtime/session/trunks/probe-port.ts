import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIPv6 } from 'node:net';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { type LocatedTarget, networkReason } from '../../../telephony/sip/index.ts';

/** A keep-alive (RFC 5626 §3.5.1), which SIP peers ignore. */
const keepAlive = Buffer.from('\r\n\r\n');

/** The time of a probe: for a refusal over UDP, and for a connection over TCP. */
const refusalWithinMs = 1_000;
const connectionWithinMs = 5_000;
/** Maximum delay of a call by a probe. */
const callWaitsMs = 100;

type ProbeOutcome = { isRefused: false } | { isRefused: true; reason: string };

/**
 * Returns whether a peer's port is closed, without a SIP message that the peer would have to answer. Over UDP only a
 * refusal is conclusive (ICMP port unreachable, which a connected socket reports). Over TCP a connection must be made.
 */
export function probePort(
  transport: 'udp' | 'tcp' | 'tls',
  address: string,
  port: number,
  withinMs = transport === 'udp' ? refusalWithinMs : connectionWithinMs,
): Promise<ProbeOutcome> {
  return transport === 'udp' ? probeUdp(address, port, withinMs) : probeTcp(address, port, withinMs);
}

/** Returns why a UDP port is closed, or null when that is not known. Sending an INVITE would not reveal it. */
export async function closedReasonOf({
  transport = 'udp',
  host,
  port,
}: LocatedTarget): Promise<string | null> {
  if (transport !== 'udp') return null;
  const probed = await probePort(transport, host, port, callWaitsMs);
  return probed.isRefused ? probed.reason : null;
}

function probeUdp(address: string, port: number, withinMs: number): Promise<ProbeOutcome> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const { promise, resolve } = Promise.withResolvers<ProbeOutcome>();
  const callOff = fairTimeout(withinMs, () => resolve({ isRefused: false }));
  const refused = (error: NodeJS.ErrnoException) =>
    resolve({ isRefused: true, reason: networkReason(error) });
  socket.on('error', refused);
  socket.connect(port, address, () => socket.send(keepAlive, (error) => error && refused(error)));
  return promise.finally(() => {
    callOff();
    socket.close();
  });
}

function probeTcp(address: string, port: number, withinMs: number): Promise<ProbeOutcome> {
  const { promise, resolve } = Promise.withResolvers<ProbeOutcome>();
  const socket = connectTcp({ host: address, port });
  const callOff = fairTimeout(withinMs, () => resolve({ isRefused: true, reason: 'connection timed out' }));
  socket.on('connect', () => resolve({ isRefused: false }));
  socket.on('error', (error: NodeJS.ErrnoException) =>
    resolve({ isRefused: true, reason: networkReason(error) }),
  );
  return promise.finally(() => {
    callOff();
    socket.destroy();
  });
}
