import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/**
 * A caller whose SIP messages the test writes. It can repeat or fork an INVITE, send no offer, and never acknowledge,
 * which our user agent does not do.
 */
export interface RawCaller extends AsyncDisposable {
  port: number;
  /** Sends one message unchanged, by default to the program's port. Lines end in CRLF. */
  send(lines: string[], body?: string, toPort?: number): void;
  /** All received messages, each with its first line first. */
  received: string[];
  /** Resolves with the first message that matches, now or later. */
  message(fits: (text: string) => boolean): Promise<string>;
}

export async function openRawCaller(remotePort: number): Promise<RawCaller> {
  const socket: Socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const received: string[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (datagram) => {
    received.push(datagram.toString('latin1'));
    for (const check of [...waiting]) check();
  });
  return {
    port: socket.address().port,
    received,
    send(lines, body = '', toPort = remotePort) {
      const head = [...lines, `Content-Length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n');
      socket.send(head + body, toPort, '127.0.0.1');
    },
    message(fits) {
      return new Promise((resolve) => {
        const check = () => {
          const found = received.find(fits);
          if (found === undefined) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      });
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}

export interface RawCall {
  method: string;
  number: string;
  from: string;
  callId: string;
  branch: string;
  fromTag: string;
  toTag?: string;
  cseq?: number;
  sdp?: string;
  headers?: string[];
}

/** Returns the lines of a request to the program. */
export function requestLines(caller: RawCaller, remotePort: number, call: RawCall): string[] {
  const { method, number, from, callId, branch, fromTag, toTag, cseq = 1, headers = [], sdp } = call;
  const uri = `sip:${number}@127.0.0.1:${remotePort}`;
  return [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:${caller.port};branch=${branch}`,
    `From: <sip:${from}@127.0.0.1>;tag=${fromTag}`,
    `To: <${uri}>${toTag === undefined ? '' : `;tag=${toTag}`}`,
    `Call-ID: ${callId}`,
    `CSeq: ${cseq} ${method}`,
    `Contact: <sip:${from}@127.0.0.1:${caller.port}>`,
    'Max-Forwards: 70',
    ...headers,
    ...(sdp === undefined ? [] : ['Content-Type: application/sdp']),
  ];
}

/** Returns an offer of PCMU on this port. */
export function plainSdp(rtpPort: number): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${rtpPort} RTP/AVP 0`,
    'a=rtpmap:0 PCMU/8000',
    '',
  ].join('\r\n');
}

export function toTagOf(response: string): string {
  return /^To:.*;tag=([^\s;]+)/im.exec(response)?.[1] ?? '';
}
