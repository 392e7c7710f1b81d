import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Egress, type EgressOptions, type EgressOutlet } from './egress.ts';

/** Answers the next request at 127.0.0.1, whose port is not known before. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let seen: IncomingMessage[];
let base: string;
let close: () => Promise<void>;
const opened: Egress[] = [];

beforeEach(async () => {
  seen = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});
afterEach(async () => {
  for (const egress of opened.splice(0)) await egress[Symbol.asyncDispose]();
  await close();
});

function openAll(options: Partial<EgressOptions> = {}): Egress {
  const egress = new Egress({ allow: ['127.0.0.1/32'], ...options });
  opened.push(egress);
  return egress;
}
const open = (options?: Partial<EgressOptions>): EgressOutlet => openAll(options).of('org_a', 'tests');
const port = () => new URL(base).port;

it('fetches a permitted address', async () => {
  answer = (_request, response) => response.end('hello');
  expect(await (await open().fetch(`${base}/x`)).text()).toBe('hello');
});

it.each([
  ['http://127.0.0.1', '127.0.0.1'],
  ['http://2130706433', '127.0.0.1'],
  ['http://0x7f.1', '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]', '::ffff:7f00:1'],
  ['http://169.254.169.254', '169.254.169.254'],
  ['ftp://example.com', 'ftp:'],
  ['file:///etc/passwd', 'file:'],
])('%s is refused before anything is sent', async (url, named) => {
  answer = (_request, response) => response.end();
  const target = /^http/.test(url) ? `${url}:${port()}/` : url;
  await expect(open({ allow: [] }).fetch(target)).rejects.toThrow(named);
  expect(seen).toEqual([]);
});

it('refuses localhost and names that resolve to a closed address', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  await expect(open({ allow: [], resolve }).fetch(`http://evil.test:${port()}/`)).rejects.toThrow(
    'evil.test is not a public address',
  );
  await expect(open({ allow: [] }).fetch(`http://localhost:${port()}/`)).rejects.toThrow('localhost');
  expect(seen).toEqual([]);
});

it('resolves a name once and connects to the checked address', async () => {
  let asked = 0;
  const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  answer = (_request, response) => response.end('hello');
  expect((await open({ resolve }).fetch(`http://name.test:${port()}/`)).status).toBe(200);
  expect(asked).toBe(1);
});

it('uses the permitted ones of several addresses', async () => {
  const resolve = async () => [
    { address: '10.0.0.1', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  answer = (_request, response) => response.end('hello');
  expect((await open({ resolve }).fetch(`http://name.test:${port()}/`)).status).toBe(200);
});

it('checks each redirect', async () => {
  answer = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end();
  await expect(open().fetch(base)).rejects.toThrow('127.0.0.2 is not a public address');
  answer = (_request, response) => response.writeHead(307, { location: 'file:///etc/passwd' }).end();
  await expect(open().fetch(base)).rejects.toThrow('file:');
});

it('follows three redirects and no more', async () => {
  answer = ({ url = '/0' }, response) => {
    const step = Number(url.slice(1));
    if (step === 3) response.end('there');
    else response.writeHead(301, { location: `/${step + 1}` }).end();
  };
  expect(await (await open().fetch(`${base}/0`)).text()).toBe('there');
  answer = (_request, response) => response.writeHead(301, { location: '/again' }).end();
  seen = [];
  await expect(open().fetch(base)).rejects.toThrow('more than 3 redirects');
  expect(seen).toHaveLength(4);
});

it('sends no header to another origin', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  answer = ({ headers }, response) => {
    if (headers.host?.startsWith('other')) response.end(headers.authorization ?? 'none');
    else response.writeHead(307, { location: `http://other.test:${port()}/` }).end();
  };
  const response = await open({ resolve }).fetch(`http://one.test:${port()}/`, {
    headers: { authorization: 'secret' },
  });
  expect(await response.text()).toBe('none');
});

it('reads no more than a megabyte', async () => {
  answer = (_request, response) => response.end(Buffer.alloc(1_048_577));
  const response = await open().fetch(base);
  await expect(response.text()).rejects.toThrow('more than 1048576 bytes');
  answer = (_request, response) => response.end(Buffer.alloc(1_048_576));
  expect((await (await open().fetch(base)).arrayBuffer()).byteLength).toBe(1_048_576);
});

it('aborts with its signal', async () => {
  const caller = new AbortController();
  answer = () => caller.abort(new Error('that is enough'));
  await expect(open().fetch(base, { signal: caller.signal })).rejects.toThrow('that is enough');
});

it('delays only the organization and use that a slow host keeps waiting', async () => {
  let full: () => void;
  const isFull = new Promise<void>((resolve) => {
    full = resolve;
  });
  answer = ({ url }, response) => {
    if (url === '/ok') response.end('hello');
    else if (seen.length === 64) full();
  };
  const egress = openAll();
  const outlet = egress.of('org_a', 'workflows');
  const hanging = new AbortController();
  const { signal } = hanging;
  const sent = Array.from({ length: 64 }, () => outlet.fetch(`${base}/hang`, { signal }).catch(String));
  await isFull;
  const gaveUp = new AbortController();
  const waiting = [
    outlet.fetch(`${base}/late`, { signal: gaveUp.signal }),
    outlet.post(`${base}/late`, { headers: {}, body: '', signal: gaveUp.signal, textBytesMax: 10 }),
  ].map((request) => request.catch(String));
  expect(await (await egress.of('org_b', 'workflows').fetch(`${base}/ok`)).text()).toBe('hello');
  const options = { headers: {}, body: '', signal, textBytesMax: 10 };
  expect(await egress.of('org_a', 'webhooks').post(`${base}/ok`, options)).toMatchObject({ text: 'hello' });
  gaveUp.abort(new Error('no answer in time'));
  const unsent = `EgressUnsent: there was no connection to ${base} in time, and nothing was sent`;
  expect(await Promise.all(waiting)).toEqual([unsent, unsent]);
  hanging.abort(new Error('no answer in time'));
  expect(new Set(await Promise.all(sent))).toEqual(new Set(['Error: no answer in time']));
  // The outlet has a connection now, which the aborted request did not use.
  expect(await (await outlet.fetch(`${base}/ok`)).text()).toBe('hello');
  expect(seen.filter(({ url }) => url === '/late')).toEqual([]);
});
