import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** The records of a name; `null` when queries for it are not answered. */
export interface Records {
  addresses?: string[];
  srv?: { name: string; port: number; priority?: number; weight?: number }[];
  naptr?: { service: string; order?: number; preference?: number; replacement: string }[];
  ttlSeconds?: number;
}

/** A name server at a UDP port of loopback. The test may change its zone at any time. */
export interface DnsServer extends AsyncDisposable {
  /** `127.0.0.1:port`. */
  address: string;
  /** Records by name in lower case. A missing name does not exist. */
  zone: Record<string, Records | null>;
  /** The queries in order: `A name`, `SRV name` … */
  asked: string[];
}

const types = new Map([
  [1, 'A'],
  [28, 'AAAA'],
  [33, 'SRV'],
  [35, 'NAPTR'],
]);

export async function startDnsServer(zone: DnsServer['zone'] = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    address: '',
    zone,
    asked: [],
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
  socket.on('message', (query, source) => {
    const { name, type, end } = questionOf(query);
    server.asked.push(`${types.get(type) ?? type} ${name}`);
    const records = server.zone[name];
    if (records === null) return;
    const answers = records ? dataOf(records, types.get(type)) : [];
    const head = Buffer.from(query.subarray(0, 12));
    // A response, recursion available; a missing name is NXDOMAIN (RFC 1035 §4.1.1).
    head.writeUInt16BE(records ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(answers.length, 6);
    head.writeUInt32BE(0, 8);
    const rows = answers.map((data) => rowOf(type, records?.ttlSeconds ?? 60, data));
    socket.send(Buffer.concat([head, query.subarray(12, end), ...rows]), source.port, source.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Returns a record about the question's name, which starts at byte 12. */
function rowOf(type: number, ttlSeconds: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttlSeconds, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf({ addresses = [], srv = [], naptr = [] }: Records, type: string | undefined): Buffer[] {
  switch (type) {
    case 'A':
      return addresses.filter((it) => !isIPv6(it)).map((it) => Buffer.from(it.split('.').map(Number)));
    case 'AAAA':
      return addresses.filter((it) => isIPv6(it)).map(ipv6Bytes);
    case 'SRV':
      return srv.map(({ name, port, priority = 0, weight = 0 }) =>
        Buffer.concat([numbers(priority, weight, port), nameBytes(name)]),
      );
    case 'NAPTR':
      return naptr.map(({ service, order = 0, preference = 0, replacement }) =>
        Buffer.concat([
          numbers(order, preference),
          text('s'),
          text(service),
          text(''),
          nameBytes(replacement),
        ]),
      );
    default:
      return [];
  }
}

function numbers(...values: number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')]);
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map(text),
    Buffer.from([0]),
  ]);
}

/** Returns the bytes of an IPv6 address with at most one `::` and no IPv4 part. */
function ipv6Bytes(address: string): Buffer {
  const [front = '', back = ''] = address.split('::');
  const words = (part: string) =>
    part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16));
  const [first, last] = [words(front), words(back)];
  return numbers(...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last);
}
