import { createSocket } from 'node:dgram';
import type { LookupOneOptions } from 'node:dns';
import { isIPv4 } from 'node:net';
import type { Log } from '../../../platform/kernel/index.ts';
import { familyOf, plainAddress } from '../base/addresses.ts';
import { networkReason } from '../base/network-reason.ts';
import { type OnMessage, type Transport, TransportFailure, Withheld } from '../base/transport.ts';

/** The default buffer of 212 KB loses most of a burst. The kernel caps this value by net.core.rmem_max. */
const receiveBufferBytes = 4 * 1024 * 1024;

interface UdpOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  publicAddress: string;
  log: Log;
}

const always = (): boolean => true;

/**
 * Returns the address unchanged: endpoints hold no names. Without a DNS lookup the kernel has the datagram
 * before `send` returns.
 */
function withoutLookup(
  address: string,
  _options: LookupOneOptions,
  found: (error: Error | null, address: string, family: number) => void,
): void {
  found(null, address, isIPv4(address) ? 4 : 6);
}

/** Binds a UDP socket (RFC 3261 §18). Rejects when the address cannot be bound. */
export async function openUdpTransport(options: UdpOptions, onDatagram: OnMessage): Promise<Transport> {
  const family = familyOf(options.host);
  const socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', lookup: withoutLookup });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind({ address: options.host, port: options.port, exclusive: true }, () => {
      socket.off('error', reject);
      resolve();
    });
  });
  socket.setRecvBufferSize(receiveBufferBytes);
  socket.on('error', (error) => options.log.error({ err: error }, 'sip socket error'));
  socket.on('message', (datagram, { address, port }) =>
    onDatagram(datagram, { address: plainAddress(address), port }),
  );
  const { address, port } = socket.address();
  let open = true;
  return {
    name: 'udp',
    publicAddress: options.publicAddress,
    local: { address, port },
    family,
    send(bytes, to, failed, maySend = always) {
      if (!open) return;
      const address = family === 0 && isIPv4(to.address) ? `::ffff:${to.address}` : to.address;
      if (!maySend()) {
        queueMicrotask(() => failed(new Withheld()));
        return;
      }
      socket.send(bytes, to.port, address, (error) => {
        if (error) failed(new TransportFailure(networkReason(error), false));
      });
    },
    hasConnection: () => false,
    release: () => {},
    closeIfSilent: () => {},
    close() {
      if (!open) return Promise.resolve();
      open = false;
      return new Promise((resolve) => socket.close(() => resolve()));
    },
  };
}
