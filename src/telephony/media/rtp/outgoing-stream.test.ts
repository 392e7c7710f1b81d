import { expect, test } from 'vitest';
import { streamParameters } from '../thread/connect-options.ts';
import { OutgoingStream } from './outgoing-stream.ts';

/** Opens a stream that collects a copy of the header of every packet. */
function opened() {
  const headers: Buffer[] = [];
  const sender = { send: (packet: Buffer) => headers.push(Buffer.from(packet.subarray(0, 12))) };
  const stream = new OutgoingStream(sender, () => undefined);
  stream.configure('pcmu', 8000);
  const parameters = streamParameters({
    ...{ remoteAddress: '127.0.0.1', remotePort: 9, payloadType: 0, telephoneEventPayloadType: null },
    codec: 'pcmu',
  });
  const send = (tick: number) => stream.send(parameters, tick, { address: '127.0.0.1', port: 9 }, false);
  return { stream, headers, send };
}

// A receiver that misses the first packets cannot see a wrap among them (RFC 3711 §3.3.1).
test('the first sequence number leaves room before the numbers wrap', () => {
  for (let stream = 0; stream < 500; stream++) {
    const { headers, send } = opened();
    send(0);
    expect(headers[0]!.readUInt16BE(2)).toBeLessThan(2 ** 15);
  }
});

test('timestamps continue those of the early ticks', () => {
  const { stream, headers, send } = opened();
  send(0);
  stream.pause();
  send(50);
  stream.skip(60);
  send(0);
  send(1);
  const times = headers.map((header) => (header.readUInt32BE(4) - headers[0]!.readUInt32BE(4)) >>> 0);
  expect(times).toEqual([0, 50 * 160, 60 * 160, 61 * 160]);
  const numbers = headers.map((header) => header.readUInt16BE(2) - headers[0]!.readUInt16BE(2));
  expect(numbers).toEqual([0, 1, 2, 3]);
});
