import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../world/temporary-folder.ts';
import { configuration } from './configuration.ts';

// Kamailio with the configuration of examples/cluster, and two calls nodes that a test plays, each on an address of loopback.

const binary = '/usr/sbin/kamailio';
const hasKamailio = existsSync(binary);
if (!hasKamailio) console.log('SKIPPED: tests of Kamailio. Install the Debian package kamailio to run them.');

const addresses = { SIP: '127.77.0.50', CALLS_1: '127.77.0.41', CALLS_2: '127.77.0.42' };
type NodeName = 'CALLS_1' | 'CALLS_2';

/** How a node treats an INVITE: it says nothing, or sends these responses. */
type Manner = readonly number[];

/** A node that answers OPTIONS with 200, INVITEs in its manner, and the REGISTER of a name that begins with `wrong` with 403. */
class PlayedNode {
  manner: Manner = [100, 200];
  isAvailable = true;
  /** Whether a call that it refuses would be refused by the others too. */
  isTurnedAway = false;
  /** How long a caller rings before its call is answered. */
  ringMs = 0;
  /** The methods of its requests, without OPTIONS. */
  readonly requests: string[] = [];
  readonly #name: NodeName;
  readonly #socket: Socket = createSocket('udp4');

  constructor(name: NodeName) {
    this.#name = name;
    this.#socket.on('message', (bytes, { port, address }) => {
      const request = bytes.toString('latin1');
      const method = request.split(' ', 1)[0]!;
      const isWrong = method === 'REGISTER' && /^From: <sip:wrong/m.test(request);
      const otherwise = isWrong ? 403 : method === 'OPTIONS' && !this.isAvailable ? 503 : 200;
      const statuses = method === 'INVITE' ? this.manner : [otherwise];
      if (method !== 'OPTIONS') this.requests.push(method);
      if (method === 'ACK') return;
      for (const status of statuses) {
        const respond = () => this.#respond(request, status, port, address);
        if (method === 'INVITE' && status >= 200 && this.ringMs > 0) setTimeout(respond, this.ringMs);
        else respond();
      }
    });
  }

  async open(): Promise<void> {
    this.#socket.bind(5060, addresses[this.#name]);
    await once(this.#socket, 'listening');
  }

  close(): void {
    this.#socket.close();
  }

  #respond(request: string, status: number, port: number, address: string): void {
    const kept = request.split('\r\n').filter((line) => /^(Via|From|Call-ID|CSeq|Record-Route):/i.test(line));
    const to = /^To:.*$/im.exec(request)![0];
    const lines = [
      `SIP/2.0 ${status} Played`,
      ...kept,
      /;tag=/.test(to) || status === 100 ? to : `${to};tag=${this.#name}`,
      `Contact: <sip:${addresses[this.#name]}:5060>`,
      ...(status === 503 ? ['Retry-After: 5'] : []),
      ...(this.isTurnedAway && status === 503 ? ['X-Parley-Turned-Away: trunk-limit'] : []),
      'Content-Length: 0',
    ];
    this.#socket.send(`${lines.join('\r\n')}\r\n\r\n`, port, address);
  }
}

describe.skipIf(!hasKamailio)('Kamailio', () => {
  let kamailio: ChildProcess;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let caller: Socket;
  let received: string[];
  const nodes = { CALLS_1: new PlayedNode('CALLS_1'), CALLS_2: new PlayedNode('CALLS_2') };
  beforeAll(async () => {
    folder = await temporaryFolder();
    const list = join(folder.path, 'dispatcher.list');
    const file = join(folder.path, 'kamailio.cfg');
    await writeFile(list, await configuration('dispatcher.list', addresses));
    const text = await configuration('kamailio.cfg', { ...addresses, DISPATCHER_LIST: list });
    // The test does not wait for 15 s, nor for 75 s.
    const brief = [
      ['"fr_inv_timer", 15000', '"fr_inv_timer", 1000'],
      ['t_set_fr(75000)', 't_set_fr(3000)'],
    ] as const;
    for (const [long] of brief) expect(text).toContain(long);
    await writeFile(
      file,
      brief.reduce((all, [long, short]) => all.replace(long, short), text),
    );
    await Promise.all(Object.values(nodes).map((node) => node.open()));
    kamailio = spawn(binary, ['-DD', '-E', '-Y', folder.path, '-f', file], { stdio: 'ignore' });
    caller = createSocket('udp4');
    caller.bind(0, '127.77.0.1');
    await once(caller, 'listening');
    caller.on('message', (bytes) => received.push(bytes.toString('latin1')));
    received = [];
    // It is not there at once.
    while (!received.some((text) => text.startsWith('SIP/2.0 200'))) {
      send({ method: 'OPTIONS', callId: 'there', uri: `sip:${addresses.SIP}` });
      await sleep(50);
    }
  });
  afterAll(async () => {
    kamailio?.kill('SIGTERM');
    if (kamailio) await once(kamailio, 'exit');
    caller?.close();
    for (const node of Object.values(nodes)) node.close();
    await folder?.[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    received = [];
    for (const node of Object.values(nodes))
      Object.assign(node, {
        manner: [100, 200],
        isAvailable: true,
        isTurnedAway: false,
        ringMs: 0,
      }).requests.length = 0;
  });

  let calls = 0;
  interface Request {
    method: string;
    callId: string;
    uri?: string;
    more?: string[];
    toTag?: string;
    port?: number;
    user?: string;
  }
  function send({
    method,
    callId,
    uri = `sip:+12025550100@${addresses.SIP}`,
    more = [],
    toTag = '',
    port: at = 5060,
    user = '+14155550100',
  }: Request) {
    const { port } = caller.address();
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.77.0.1:${port};branch=z9hG4bK-${callId}-${method}`,
      `From: <sip:${user}@127.77.0.1>;tag=caller`,
      `To: <sip:+12025550100@${addresses.SIP}>${toTag}`,
      `Call-ID: ${callId}`,
      `CSeq: 1 ${method}`,
      `Contact: <sip:caller@127.77.0.1:${port}>`,
      'Max-Forwards: 70',
      ...more,
      'Content-Length: 0',
    ];
    caller.send(`${lines.join('\r\n')}\r\n\r\n`, at, addresses.SIP);
  }
  /** Sends a request, and returns the final response. */
  async function ask(request: Request): Promise<string> {
    send(request);
    const isFinal = (text: string) =>
      /^SIP\/2.0 [2-6]/.test(text) &&
      text.includes(`Call-ID: ${request.callId}\r`) &&
      text.includes(`CSeq: 1 ${request.method}\r`);
    await expect.poll(() => received.find(isFinal)).toBeDefined();
    return received.find(isFinal)!;
  }
  const call = () => ask({ method: 'INVITE', callId: `call-${++calls}-${process.pid}` });
  /** Calls until the first node was asked, which may have been marked as lost before. */
  async function callFirst(): Promise<string> {
    for (;;) {
      const answer = await call();
      if (nodes.CALLS_1.requests.includes('INVITE')) return answer;
    }
  }

  it.each<[string, Manner]>([
    ['says nothing', []],
    ['refuses with 408', [100, 408]],
    ['refuses with 500', [100, 500]],
    ['refuses with 503', [100, 503]],
    ['refuses with 503 after 180', [100, 180, 503]],
    ['is lost after 100', [100]],
    ['is lost after 180', [100, 180]],
  ])('passes a call on when a node %s', async (_, manner) => {
    nodes.CALLS_1.manner = manner;
    expect(await callFirst()).toMatch(/^SIP\/2.0 200 .*;tag=CALLS_2/s);
  });

  it('waits for a node that lets a caller ring for room', async () => {
    Object.assign(nodes.CALLS_1, { manner: [100, 180, 200], ringMs: 2000 });
    expect(await callFirst()).toMatch(/^SIP\/2.0 200 .*;tag=CALLS_1/s);
    expect(nodes.CALLS_1.requests.filter((method) => method === 'INVITE')).toHaveLength(1);
  });

  it('passes on no call that a node refuses for its caller', async () => {
    nodes.CALLS_1.manner = [100, 486];
    expect(await callFirst()).toMatch(/^SIP\/2.0 486/);
  });

  it('asks one node only about a call that all nodes would turn away', async () => {
    for (const node of Object.values(nodes)) Object.assign(node, { manner: [100, 503], isTurnedAway: true });
    for (let times = 0; times < 2; times++) {
      expect(await call()).toMatch(/^SIP\/2.0 503 Turned Away\r.*^Retry-After: 5\r$/ms);
      const asked = Object.values(nodes).flatMap(({ requests }) => requests);
      expect(asked.filter((method) => method === 'INVITE')).toHaveLength(times + 1);
    }
  });

  it('refuses a call with 503 and Retry-After when all nodes do', async () => {
    for (const node of Object.values(nodes)) node.manner = [100, 503];
    expect(await callFirst()).toMatch(/^SIP\/2.0 503 .*^Retry-After: 5\r$/ms);
    for (const node of Object.values(nodes)) node.isAvailable = false;
    // Without any node that answers OPTIONS, none is asked.
    await expect
      .poll(async () => {
        for (const node of Object.values(nodes)) node.requests.length = 0;
        expect(await call()).toMatch(/^SIP\/2.0 503 .*^Retry-After: 5\r$/ms);
        return Object.values(nodes).flatMap(({ requests }) => requests);
      })
      .toEqual([]);
  });

  it('sends no call to a node that refuses OPTIONS, and later requests to the node of their call', async () => {
    nodes.CALLS_1.isAvailable = false;
    await expect
      .poll(async () => {
        for (const node of Object.values(nodes)) node.requests.length = 0;
        for (let i = 0; i < 4; i++) await call();
        return Object.values(nodes).map(({ requests }) => requests.length);
      })
      .toEqual([0, 4]);
    const answer = await call();
    const [route = ''] = /(?<=^Record-Route: ).*(?=\r$)/m.exec(answer) ?? [];
    expect(route).toContain(addresses.SIP);
    const bye = {
      ...{ method: 'BYE', callId: `call-${calls}-${process.pid}`, uri: `sip:${addresses.CALLS_2}:5060` },
      ...{ more: [`Route: ${route}`], toTag: ';tag=CALLS_2' },
    };
    expect(await ask(bye)).toMatch(/^SIP\/2.0 200/);
    expect(nodes.CALLS_2.requests.at(-1)).toBe('BYE');
  });

  it('silences names with wrong passwords, and no telephone of their network that is registered', async () => {
    const register = (user: string) => ({
      ...{ method: 'REGISTER', uri: `sip:${addresses.SIP}`, port: 5062, user },
      callId: `register-${++calls}-${process.pid}`,
    });
    const refused = () => received.filter((text) => text.startsWith('SIP/2.0 403')).length;
    expect(await ask(register('desk'))).toMatch(/^SIP\/2.0 200/);
    for (let name = 0; name < 10; name++) {
      for (let times = 0; times < 10; times++) {
        send(register(`wrong${name}`));
        await expect.poll(refused, { interval: 2 }).toBe(name * 10 + times + 1);
      }
      // An eleventh one gets no response.
      if (name === 0) send(register('wrong0'));
    }
    send(register('wrong10'));
    send(register('another'));
    expect(await ask(register('desk'))).toMatch(/^SIP\/2.0 200/);
    expect([refused(), received.some((text) => text.includes('sip:another@'))]).toEqual([100, false]);
  });

  it('sends requests that telephones place within calls to the nodes, and nowhere else', async () => {
    const elsewhere = createSocket('udp4');
    elsewhere.bind(0, '127.77.0.60');
    await once(elsewhere, 'listening');
    const arrived: string[] = [];
    elsewhere.on('message', (bytes) => arrived.push(bytes.toString('latin1').split('\r\n', 1)[0]!));
    const target = `127.77.0.60:${elsewhere.address().port}`;
    const node = `${addresses.CALLS_1}:5060`;
    const own = `Route: <sip:${addresses.SIP}:5062;lr>`;
    const byTelephone = (method: string, uri: string, ...more: string[]) => ({
      ...{ method, uri, callId: `within-${++calls}-${process.pid}` },
      ...{ more: [own, ...more], toTag: ';tag=CALLS_1', port: 5062 },
    });
    expect(await ask(byTelephone('BYE', `sip:${node}`))).toMatch(/^SIP\/2.0 200/);
    expect(await ask(byTelephone('BYE', `sip:${node};transport=udp`))).toMatch(/^SIP\/2.0 200/);
    const refused = [
      byTelephone('BYE', `sip:x@${target}`),
      byTelephone('INVITE', `sip:x@${target}`),
      byTelephone('MESSAGE', `sip:x@${addresses.CALLS_1}:5061`),
      byTelephone('BYE', `sip:${node}`, `Route: <sip:${target};lr>`),
      byTelephone('BYE', `sip:${node};MADDR=127.77.0.60`),
      byTelephone('BYE', `sip:localhost:${elsewhere.address().port}`),
    ];
    for (const request of refused) expect(await ask(request), request.uri).toMatch(/^SIP\/2.0 403/);
    send(byTelephone('ACK', `sip:x@${target}`));
    expect(await ask(byTelephone('BYE', `sip:${node}`))).toMatch(/^SIP\/2.0 200/);
    elsewhere.close();
    expect(arrived).toEqual([]);
  });
});
