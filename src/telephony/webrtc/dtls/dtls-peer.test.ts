import { execFile, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../test/world/temporary-folder.ts';
import { dtlsCertificate } from '../certificate.ts';
import { DtlsPeer, type WebSrtpKeys } from './dtls-peer.ts';
import { HandshakeReader, handshakeMessage } from './handshake-messages.ts';
import { readClientHello } from './hello.ts';

interface Reports {
  keys: WebSrtpKeys | null;
  failed: string | null;
  closed: boolean;
}

interface Wire {
  /** The hash that the server expects; that of the client's certificate by default. */
  expected?: string;
  /** Changes what the server receives; `null` drops it. */
  toServer?: (datagram: Buffer) => Buffer | null;
  /** Changes what the client receives. */
  toClient?: (datagram: Buffer) => Buffer | null;
}

/** Connects OpenSSL with a peer over a wire. Resolves with the server's reports and what OpenSSL printed. */
async function connectOpenSsl({
  expected,
  toServer,
  toClient,
}: Wire): Promise<Reports & { printed: string }> {
  await using folder = await temporaryFolder();
  const [keyFile, certFile] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', keyFile, '-out', certFile];
  await promisify(execFile)('openssl', ['req', '-x509', '-nodes', '-subj', '/CN=a', ...made]);
  const { raw } = new X509Certificate(await readFile(certFile));
  const value = expected ?? createHash('sha256').update(raw).digest('hex');
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  let port = 0;
  const reports: Reports = { keys: null, failed: null, closed: false };
  const settled = Promise.withResolvers<void>();
  const peer = new DtlsPeer({
    certificate: dtlsCertificate(),
    expected: { algorithm: 'sha-256', value },
    send(datagram) {
      const sent = toClient ? toClient(datagram) : datagram;
      if (sent) socket.send(sent, port, '127.0.0.1');
    },
    onKeys: (keys) => void (reports.keys = keys),
    onFailed: (why) => settled.resolve(void (reports.failed = why)),
    onClosed: () => settled.resolve(void (reports.closed = true)),
  });
  socket.on('message', (datagram, source) => {
    port = source.port;
    const received = toServer ? toServer(datagram) : datagram;
    if (received) peer.receive(received);
  });
  const exporting = ['-keymatexport', 'EXTRACTOR-dtls_srtp', '-keymatexportlen', '60'];
  const client = spawn('openssl', [
    ...['s_client', '-dtls1_2', '-connect', `127.0.0.1:${socket.address().port}`, '-cert', certFile],
    ...['-key', keyFile, '-use_srtp', 'SRTP_AES128_CM_SHA1_80', ...exporting],
  ]);
  // A client that was refused reads no more.
  client.stdin.on('error', () => undefined);
  let printed = '';
  client.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    // OpenSSL closes the connection at the end of its input.
    if (/Keying material: [0-9A-F]/.test(printed)) client.stdin.end('Q\n');
  });
  await settled.promise;
  if (client.exitCode === null) {
    client.kill();
    await once(client, 'close');
  }
  return { ...reports, printed };
}

const hex = (octets: Uint8Array) => Buffer.from(octets).toString('hex').toUpperCase();

test('agrees on the keys of SRTP with OpenSSL, over a wire that loses each first flight, and sees its end', async () => {
  let dropped = 0;
  const toClient = (datagram: Buffer) => (datagram.length > 400 && dropped++ === 0 ? null : datagram);
  const { keys, failed, closed, printed } = await connectOpenSsl({ toClient });
  expect([failed, closed, dropped > 1]).toEqual([null, true, true]);
  const material = /Keying material: ([0-9A-F]+)/.exec(printed)![1]!;
  const [clientKey, serverKey, clientSalt, serverSalt] = [
    ...[material.slice(0, 32), material.slice(32, 64), material.slice(64, 92), material.slice(92)],
  ];
  expect(hex(keys!.remoteKey)).toBe(`${clientKey}${clientSalt}`);
  expect(hex(keys!.localKey)).toBe(`${serverKey}${serverSalt}`);
});

test('refuses a client with another certificate than that of the offer', async () => {
  const { keys, failed } = await connectOpenSsl({ expected: '00'.repeat(32) });
  expect([keys, failed]).toEqual([null, 'its certificate is not that of the offer']);
});

test('refuses a client that shows the certificate without its key', async () => {
  // A party on the way has the certificate, which is public, but no valid signature.
  const toServer = (datagram: Buffer) => {
    const at = datagram.indexOf(Buffer.from([15, 0, 0]));
    if (at >= 0) datagram[at + 12 + 20]! ^= 1;
    return datagram;
  };
  const { keys, failed } = await connectOpenSsl({ toServer });
  expect([keys, failed]).toEqual([null, 'it has not proved the key of its certificate']);
});

test('refuses a handshake that was changed on its way', async () => {
  // The client believes in another order of cipher suites than the server has read.
  const toServer = (datagram: Buffer) => {
    const isHello = datagram[0] === 22 && datagram[13] === 1;
    if (isHello) datagram[25 + 34 + 2 + 2] = 0x00;
    return datagram;
  };
  const { keys, failed } = await connectOpenSsl({ toServer });
  expect([keys, failed === null]).toEqual([null, false]);
});

/** Returns a ClientHello with extensions, in hexadecimal digits. */
function helloWith(...extensions: string[]): Buffer {
  const list = extensions.join('');
  const length = (list.length / 2).toString(16).padStart(4, '0');
  return Buffer.from(`fefd${'aa'.repeat(32)}00000002c02b0100${length}${list}`, 'hex');
}

test('takes the first hello of a connection, and none that renegotiates or has keys without a transcript', () => {
  const [groups, schemes, srtp] = ['000a000400020017', '000d000400020403', '000e00050002000100'];
  const [bound, first, later] = ['00170000', 'ff01000100', 'ff01000d0c000102030405060708090a0b'];
  const read = (...extensions: string[]) => readClientHello(helloWith(groups, schemes, srtp, ...extensions));
  expect([read(bound), read(bound, first)]).toEqual([
    { random: Buffer.alloc(32, 0xaa) },
    { random: Buffer.alloc(32, 0xaa) },
  ]);
  expect(read(bound, later)).toMatch(/another handshake/);
  expect(read(first)).toMatch(/RFC 7627/);
});

const datagrams = fc.array(
  fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // Records with plausible headers, whose handshake messages are anything.
    fc
      .tuple(fc.constantFrom(20, 21, 22, 23), fc.constantFrom(0, 1), fc.uint8Array({ maxLength: 120 }))
      .map(([type, epoch, body]) => [type, 0xfe, 0xfd, 0, epoch, 0, 0, 0, 0, 0, 0, 0, body.length, ...body])
      .map((octets) => Uint8Array.from(octets)),
    fc
      .tuple(fc.constantFrom(1, 11, 16, 15, 20), fc.nat(3), fc.uint8Array({ maxLength: 100 }))
      .map(([type, number, body]) => handshakeMessage(type, number, Buffer.from(body)))
      .map((message) =>
        Uint8Array.from([22, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, message.length, ...message]),
      ),
  ),
  { maxLength: 12 },
);

test('no datagrams make keys or throw', () => {
  fc.assert(
    fc.property(datagrams, (given) => {
      let keys = 0;
      const peer = new DtlsPeer({
        certificate: dtlsCertificate(),
        expected: { algorithm: 'sha-256', value: '11'.repeat(32) },
        send: () => undefined,
        onKeys: () => keys++,
        onFailed: () => undefined,
        onClosed: () => undefined,
      });
      for (const datagram of given) peer.receive(datagram);
      peer.close();
      expect(keys).toBe(0);
    }),
  );
});

test('puts fragments together in any order, repeated ones too', () => {
  const bodies = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      bodies,
      fc.integer({ min: 1, max: 30 }),
      fc.infiniteStream(fc.nat()),
      (messages, bytes, order) => {
        const fragments = messages.flatMap((body, number) => fragmentsOf(Buffer.from(body), number, bytes));
        const shuffled = [...fragments, ...fragments.slice(0, 3)]
          .map((fragment) => ({ fragment, key: order.next().value }))
          .sort((a, b) => a.key - b.key);
        const reader = new HandshakeReader();
        const found = shuffled.flatMap(({ fragment }) => reader.take(fragment).messages);
        expect(found.map(({ body }) => [...body])).toEqual(messages.map((body) => [...body]));
      },
    ),
  );
});

function fragmentsOf(body: Buffer, number: number, bytes: number): Buffer[] {
  const whole = handshakeMessage(11, number, body);
  const fragments: Buffer[] = [];
  for (let at = 0; at < body.length; at += bytes) {
    const part = body.subarray(at, at + bytes);
    const fragment = Buffer.concat([whole.subarray(0, 12), part]);
    fragment.writeUIntBE(at, 6, 3);
    fragment.writeUIntBE(part.length, 9, 3);
    fragments.push(fragment);
  }
  return fragments;
}
