import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIPv6 } from 'node:net';
import { fairTimeout } from '../../../platform/kernel/index.ts';
import { type LocatedTarget, networkReason } from '../../../telephony/sip/index.ts';

/** What a keep-alive consists of (RFC 5626 §3.5.1); a SIP peer ignores it. */
const keepAlive = Buffer.from('\r\n\r\n');

/** How long a refusal is waited for over UDP, and an open connection over TCP. */
const refusalWithinMs = 1_000;
const connectionWithinMs = 5_000;
/** A call waits no longer to learn that a port is closed. */
const callWaitsMs = 100;

type KnockOutcome = { isRefused: false } | { isRefused: true; reason: string };

/**
 * Whether a peer's port is known to be closed, without any SIP message that it would have to answer. Over UDP only a
 * refusal tells something (ICMP port unreachable, which a connected socket is told of); silence tells nothing. Over
 * TCP a connection has to come about.
 */
export function knock(
  transport: 'udp' | 'tcp' | 'tls',
  address: string,
  port: number,
  withinMs = transport === 'udp' ? refusalWithinMs : connectionWithinMs,
): Promise<KnockOutcome> {
  return transport === 'udp' ? knockUdp(address, port, withinMs) : knockTcp(address, port, withinMs);
}

/** Why a UDP port is known to be closed, which an INVITE would not be told; null when nobody knows that. */
export async function refusalOf({ transport = 'udp', host, port }: LocatedTarget): Promise<string | null> {
  if (transport !== 'udp') return null;
  const knocked = await knock(transport, host, port, callWaitsMs);
  return knocked.isRefused ? knocked.reason : null;
}

function knockUdp(address: string, port: number, withinMs: number): Promise<KnockOutcome> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const { promise, resolve } = Promise.withResolvers<KnockOutcome>();
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

function knockTcp(address: string, port: number, withinMs: number): Promise<KnockOutcome> {
  const { promise, resolve } = Promise.withResolvers<KnockOutcome>();
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
