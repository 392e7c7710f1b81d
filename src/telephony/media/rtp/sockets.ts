import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** The sockets of a session. Without `rtcp`, reports go over `rtp` or nowhere. */
export interface RtpSockets {
  rtp: Socket;
  rtcp: Socket | null;
}

/** Holds packets while the thread is stalled, also in a flood. The kernel doubles the size, and may have a lower limit. */
const receiveBufferBytes = 512 * 1024;

function bindSocket(host: string, port: number): Promise<Socket> {
  const family = isIPv6(host) ? 6 : 4;
  return new Promise((resolve, reject) => {
    // Destinations are always addresses. Without this, every packet would pass through the resolver.
    const lookup = (
      address: string,
      _options: unknown,
      callback: (e: null, address: string, family: number) => void,
    ) => callback(null, address, family);
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      recvBufferSize: receiveBufferBytes,
      lookup,
    });
    socket.once('error', reject);
    socket.bind({ port, address: host, exclusive: true }, () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/**
 * Binds `port` for RTP and the next one for RTCP (RFC 3550 §11), unless it is beyond `portMax`. Rejects with the system's
 * error when either port is taken; neither is bound then.
 */
export async function bindSockets(host: string, port: number, portMax: number): Promise<RtpSockets> {
  const rtp = await bindSocket(host, port);
  if (port + 1 > portMax) return { rtp, rtcp: null };
  try {
    return { rtp, rtcp: await bindSocket(host, port + 1) };
  } catch (error) {
    await closeSocket(rtp);
    throw error;
  }
}

/** Closes both sockets. Resolves when their ports are free. */
export async function closeSockets({ rtp, rtcp }: RtpSockets): Promise<void> {
  await Promise.all([closeSocket(rtp), rtcp && closeSocket(rtcp)]);
}

function closeSocket(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}
