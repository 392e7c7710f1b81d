import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import type { SocketConnection } from '../../src/platform/http/index.ts';
import { delay, silentLog } from '../../src/platform/kernel/index.ts';
import { openBrowserCalls } from '../../src/program/browser-calls.ts';
import { LateBrowserCalls } from '../../src/program/late-browser-calls.ts';
import { frameSamples } from '../../src/runtime/browser-calls/browser-line.ts';
import type { BrowserCallEvent } from '../../src/runtime/browser-calls/messages.ts';
import { hasPocketSphinx } from '../interop/pocketsphinx.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { Browser } from '../world/browser.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';

const frameBytes = 2 * frameSamples;
const silence = Buffer.alloc(frameBytes);

/** A browser on a call: sends a frame every 20 ms, and keeps what it receives. */
class Caller {
  readonly events: BrowserCallEvent[] = [];
  readonly closed: Promise<number>;
  /** The loudest sample of each received frame. */
  readonly peaks: number[] = [];
  readonly #socket: WebSocket;
  #speech: Buffer[] = [];
  #changed = Promise.withResolvers<void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    const beganMs = performance.now();
    let sent = 0;
    // A busy machine delays timers, so each run sends all frames that are due.
    const timer = setInterval(() => {
      for (; sent * 20 < performance.now() - beganMs; sent++) this.#sendFrame();
    }, 10);
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
    void this.closed.then(() => clearInterval(timer));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) {
        const pcm = new Int16Array(new Uint8Array(data).buffer);
        this.peaks.push(pcm.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
      } else this.events.push(JSON.parse(data.toString()) as BrowserCallEvent);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    });
  }

  #sendFrame(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(this.#speech.shift() ?? silence);
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  sendBytes(bytes: Buffer): void {
    this.#socket.send(bytes);
  }

  say(pcm: Int16Array): void {
    const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes)
      this.#speech.push(bytes.subarray(at, at + frameBytes));
  }

  /** Waits up to 20 s until `isSo`, which is checked after each message. */
  async until(isSo: () => boolean): Promise<void> {
    const late = delay(20_000).then(() => 'late');
    while (!isSo()) {
      if ((await Promise.race([this.#changed.promise, late])) === 'late')
        throw new Error(`not so after 20 s: ${JSON.stringify(this.events)}`);
    }
  }

  /** Returns the transcript so far. */
  transcript(): string[] {
    const entries: string[] = [];
    for (const event of this.events) {
      if (event.type === 'removed') entries.length = event.from;
      if (event.type === 'entry') entries[event.index] = `${event.entry.role}: ${event.entry.message}`;
    }
    return entries;
  }

  last<Type extends BrowserCallEvent['type']>(type: Type) {
    return this.events.findLast(
      (event): event is Extract<BrowserCallEvent, { type: Type }> => event.type === type,
    );
  }
}

const dialogue = {
  start: 'hello',
  nodes: {
    hello: {
      say: 'Do you want to hear a joke?',
      listen: {
        options: [
          { phrases: ['yes [please]'], keys: ['1'], goto: 'joke' },
          { phrases: ['no [thanks]'], keys: ['2'], goto: 'sales' },
        ],
      },
    },
    joke: { say: 'There is none about telephones.', end: true },
    sales: { say: 'Then I put you through.', transfer: { destination: 'sales', onFailure: 'joke' } },
  },
};
const destination = { name: 'sales', type: 'phone', destination: '+12025550177' };
const lose = statement(
  'test.browser_calls.lose',
  "update browser_calls set ended_at = null, ended_reason = null, seen_at = now() - interval '2 minutes' where browser_call_id = $1",
);

let world: ApiWorld;
let browserCalls: LateBrowserCalls;
/** Handshakes of all WebSocket requests. */
const handshakes: Promise<void>[] = [];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let address: string;
let browser: Browser;
let agentId: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  world = await createApiWorld({
    sockets: ({ db, secret }) => {
      browserCalls = new LateBrowserCalls(() =>
        openBrowserCalls({
          db,
          secret,
          log: silentLog,
          modelsDir: null,
          dataDir: folder.path,
          egressAllow: [],
        }),
      );
      const { route } = browserCalls;
      const accept = (connection: SocketConnection) => {
        const accepted = route.accept(connection);
        handshakes.push(accepted.catch(() => undefined));
        return accepted;
      };
      return [{ ...route, accept }];
    },
  });
  address = `127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
  browser = await Browser.of(world, world.owner.memberId);
  const body = {
    name: 'Ada',
    prompt: 'You tell jokes.',
    model: { provider: 'scripted', dialogue },
    transferDestinations: [destination],
  };
  agentId = (await world.request('POST', '/api/agents', { body })).body.agentId;
}, 60_000);
afterAll(async () => {
  await browserCalls.close();
  await world.close();
  await folder[Symbol.asyncDispose]();
});

async function open({ cookie = browser.cookie ?? '', origin = `http://${address}` } = {}): Promise<Caller> {
  const socket = new WebSocket(`ws://${address}/console/browser-call`, { headers: { cookie }, origin });
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, { statusCode }) => reject(new Error(`${statusCode}`)));
    socket.once('error', reject);
  });
  const caller = new Caller(socket);
  await opened;
  return caller;
}

async function begin(start: object = {}): Promise<Caller> {
  const caller = await open();
  caller.send({ type: 'start', agentId, ...start });
  return caller;
}

/** Begins a call. Tries again while an earlier one still counts against the limit. */
async function beginWhenFree(): Promise<Caller> {
  for (;;) {
    const caller = await begin();
    await caller.until(() => caller.last('ready') !== undefined || caller.last('refused') !== undefined);
    if (caller.last('ready')) return caller;
    expect(caller.last('refused')?.code).toBe('browser_call.too_many');
    await caller.closed;
  }
}

describe('a browser call', { timeout: 60_000 }, () => {
  it.skipIf(!hasPocketSphinx)('is transcribed, answered by voice, and reported word by word', async () => {
    await using flite = new Flite();
    const caller = await begin();
    await caller.until(() => caller.transcript()[0]?.includes('joke?') === true);
    expect(caller.last('ready')).toMatchObject({ version: 1, sampleRateHz: 16_000, maxDurationSeconds: 600 });
    expect(Math.max(...caller.peaks)).toBeGreaterThan(2000);
    const heardBefore = caller.peaks.length;
    // Synthesized whole first, so that synthesis adds no pauses.
    const words = await wholeSpeech(flite.speak({ text: 'Yes, please.', voice: 'rms', language: 'en' }));
    caller.say(words.pcm);
    await caller.until(() => caller.last('ended') !== undefined);
    // On a busy machine the agent may ask for a moment in between.
    expect(caller.transcript().join('\n')).toMatch(
      /^bot: Do you want to hear a joke\?\n(?:bot.*\n)*user: yes(?: please)?\n[\s\S]*bot: There is none about telephones\.\ntool: $/,
    );
    expect(Math.max(...caller.peaks.slice(heardBefore))).toBeGreaterThan(2000);
    expect(caller.last('turn')?.turn).toMatchObject({ kind: 'speech', waitedMs: expect.any(Number) });
    expect(caller.last('ended')?.reason).toBe('assistant-ended-call');
    expect(await caller.closed).toBe(1000);
  });

  it('accepts keys, names the destination of a transfer, and is audited', async () => {
    const caller = await begin();
    // Part of the question was played. An unheard question would be asked again.
    await caller.until(() => caller.peaks.filter((peak) => peak > 500).length > 20);
    caller.send({ type: 'key', digit: '2' });
    await caller.until(() => caller.last('ended') !== undefined);
    expect(caller.last('ended')).toMatchObject({ reason: 'assistant-forwarded-call' });
    expect(caller.last('ended')?.message).toContain('would now be transferred to sales');
    // The question is interrupted, so audio on its way is dropped.
    expect(caller.last('flush')).toBeDefined();
    await caller.closed;
    const { body } = await world.request('GET', '/api/export/audit-logs');
    const entries = body.auditLogs.filter(
      ({ resourceType }: { resourceType: string }) => resourceType === 'browser_calls',
    );
    const { browserCallId } = caller.last('ready')!;
    const { memberId } = world.owner;
    const own = entries.filter(
      (entry: { resourceReferenceId: string }) => entry.resourceReferenceId === browserCallId,
    );
    expect(own.map(({ actionVerb }: { actionVerb: string }) => actionVerb).sort()).toEqual([
      'ended',
      'started',
    ]);
    expect(own[0]).toMatchObject({ resourceLabel: 'Ada', memberId });
  });

  it('is listed with its cost to its own organization only', async () => {
    const price = { kind: 'text-to-speech', provider: 'flite', unit: 'characters', amount: '1', per: 1 };
    const prices = { currency: 'USD', prices: [price] };
    expect((await world.request('PUT', '/api/organization/prices', { body: prices })).status).toBe(200);
    const caller = await beginWhenFree();
    await caller.until(() => caller.transcript().length > 0);
    const { browserCallId } = caller.last('ready')!;
    const list = async (query = '', key?: string) => {
      const { body } = await world.request(
        'GET',
        `/api/browser-calls${query}`,
        key === undefined ? {} : { key },
      );
      return body.browserCalls as { browserCallId: string; status: string }[];
    };
    expect((await list())[0]).toMatchObject({
      browserCallId,
      agentId,
      status: 'live',
      endedAt: null,
      cost: null,
    });
    caller.send({ type: 'stop' });
    await caller.until(() => caller.last('ended') !== undefined);
    const [call] = await list(`?agentId=${agentId}&pageSize=1`);
    expect(call).toMatchObject({
      browserCallId,
      agentVersion: 1,
      status: 'ended',
      endedReason: 'customer-ended-call',
      usage: expect.arrayContaining([
        { kind: 'text-to-speech', provider: 'flite', model: null, characters: expect.any(Number) },
      ]),
      cost: { currency: 'USD', priceVersion: 1, usageIsComplete: true },
    });
    const { cost, usage } = call as unknown as Record<'cost' | 'usage', never>;
    const spoken = (usage as { kind: string; characters: number }[]).find(
      ({ kind }) => kind === 'text-to-speech',
    );
    expect(Number((cost as { total: string }).total)).toBe(spoken!.characters);
    expect(await list('?agentId=agent_none')).toEqual([]);
    expect(await list('', (await world.foundOrganization('Other')).key)).toEqual([]);
    // A process that was killed leaves the usage that it stored last.
    await world.db.query(lose, [browserCallId]);
    expect((await list())[0]).toMatchObject({
      browserCallId,
      status: 'lost',
      cost: { usageIsComplete: false },
    });
  });

  it('calls the draft with variables on request, and ends on request', async () => {
    const model = null;
    const body = { publish: false, model, firstMessage: 'Hello {{name}}, this is the draft.' };
    const path = `/api/agents/${agentId}`;
    await world.request('PATCH', path, { body: { ...body, variables: [{ name: 'name' }] } });
    const caller = await begin({ draft: true, variables: { name: 'Maya' } });
    await caller.until(() => caller.transcript()[0]?.includes('Hello Maya') === true);
    expect(caller.last('ready')?.version).toBeNull();
    caller.send({ type: 'stop' });
    await caller.until(() => caller.last('ended') !== undefined);
    expect(caller.last('ended')?.message).toBe('You ended the call.');
    await world.request('DELETE', `${path}/draft`);
  });

  it('begins in a stage of the flow with variables, and refuses a stage that is not there', async () => {
    const flow = {
      start: 'hello',
      variables: { type: 'object', properties: { name: { type: 'string' } } },
      stages: {
        hello: { says: 'Hello.', edges: [{ to: 'bye', keys: '1' }] },
        bye: { says: 'Goodbye {{name}}.', finish: 'end-call' },
      },
    };
    const conversation = { waitForCaller: true };
    const body = { name: 'Flo', prompt: 'Talk.', firstMessage: 'Welcome.', flow, conversation };
    const made = await world.request('POST', '/api/agents', { body });
    expect(made.status, made.text).toBe(201);
    const flo = made.body.agentId;
    const refused = await begin({ agentId: flo, flow: { stage: 'goodbye', variables: { name: 1 } } });
    await refused.until(() => refused.last('refused') !== undefined);
    expect(refused.last('refused')?.details?.map(({ field }) => field)).toEqual([
      'flow.stage',
      'flow.variables.name',
    ]);
    await refused.closed;
    const caller = await begin({ agentId: flo, flow: { stage: 'bye', variables: { name: 'Maya' } } });
    await caller.until(() => caller.last('ended') !== undefined);
    expect(caller.transcript()).toEqual(['tool: ', 'bot: Goodbye Maya.', 'tool: ']);
    const first = caller.events.find((event) => event.type === 'entry');
    expect(first).toMatchObject({
      entry: {
        name: 'flow',
        toolCall: { arguments: { from: null, to: 'bye', why: 'start', values: { name: 'Maya' } } },
      },
    });
    await caller.closed;
  });

  it('refuses other origins, missing sessions, and members that may not change agents', async () => {
    await expect(open({ origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(open({ origin: 'null' })).rejects.toThrow('403');
    await expect(open({ cookie: '' })).rejects.toThrow('401');
    const invited = { body: { name: 'Vic', email: 'vic@example.com', role: 'Viewer' } };
    const { memberId } = (await world.request('POST', '/api/members', invited)).body;
    const viewer = await Browser.of(world, memberId);
    await expect(open({ cookie: viewer.cookie! })).rejects.toThrow('403');
    const other = new WebSocket(`ws://${address}/console/other`, { origin: `http://${address}` });
    const status = await new Promise((resolve) =>
      other.once('unexpected-response', (_request, answer) => resolve(answer.statusCode)),
    );
    expect(status).toBe(404);
  });

  it.each([
    ['of another version', { 'Sec-WebSocket-Version': '7' }],
    ['without a key', { 'Sec-WebSocket-Key': 'short' }],
    ['with a malformed list of protocols', { 'Sec-WebSocket-Protocol': 'a,,b' }],
  ])('refuses a handshake %s, and keeps nothing waiting', async (_what, wrong) => {
    const [host, port] = address.split(':');
    const asked = request({
      host,
      port,
      path: '/console/browser-call',
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        Origin: `http://${address}`,
        Cookie: browser.cookie!,
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...wrong,
      },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      asked.once('response', (answer) => resolve(answer.resume().statusCode));
      asked.once('error', reject);
    });
    asked.end();
    expect(await answered).toBe(400);
    await Promise.all(handshakes);
  });

  it.each([
    ['a message that is not JSON', 'yes', 'message'],
    ['another type', { type: 'begin' }, 'type'],
    ['an unknown field', { agentId: 'agent_x', loud: true }, 'loud'],
    ['an unknown agent', { agentId: 'agent_00000000000000000000000000' }, 'agent'],
  ])('names the error of a first message with %s', async (_what, given, word) => {
    const caller = await open();
    caller.send(typeof given === 'string' ? given : { type: 'start', ...given });
    await caller.until(() => caller.last('refused') !== undefined);
    expect(caller.last('refused')?.error).toContain(word);
    expect(await caller.closed).toBe(1008);
  });

  it('knows what the agent remembers of the given customer, and changes no fact', async () => {
    const customer = { phoneNumber: '+12125550174' };
    const fact = { ...customer, topic: 'preferred time', fact: 'mornings before ten' };
    expect((await world.request('POST', '/api/customer-facts', { body: fact })).status).toBe(201);
    const body = {
      name: 'Rememberer',
      prompt: 'You remember.',
      memory: { scope: 'organization', writtenBy: { analysis: false } },
      model: {
        provider: 'scripted',
        dialogue: {
          start: 'begin',
          nodes: {
            begin: { branch: [{ if: { name: 'memory', is: '' }, goto: 'stranger' }], otherwise: 'known' },
            stranger: { say: 'Who is it?', end: true },
            known: {
              say: 'Good to hear you again.',
              call: {
                tool: 'rememberFact',
                arguments: { topic: 'preferred time', fact: 'evenings' },
                onSuccess: 'stored',
                onFailure: 'stranger',
              },
            },
            stored: { say: 'Noted.', end: true },
          },
        },
      },
    };
    const made = await world.request('POST', '/api/agents', { body });
    expect([made.status, made.body.details]).toEqual([201, undefined]);
    const said = async (start: object) => {
      const caller = await begin({ agentId: made.body.agentId, ...start });
      await caller.until(() => caller.last('ended') !== undefined || caller.last('refused') !== undefined);
      await caller.closed;
      return caller.last('refused')?.error ?? caller.transcript().filter((line) => line.startsWith('bot'));
    };
    expect(await said({ customerNumber: '(212) 555-0174' })).toEqual([
      ...['bot: Good to hear you again.', 'bot: Noted.'],
    ]);
    expect(await said({})).toEqual(['bot: Who is it?']);
    expect(await said({ customerNumber: 'me' })).toContain('customerNumber');
    const { facts } = (await world.request('GET', '/api/customer-facts?phoneNumber=%2B12125550174')).body;
    expect(facts.map(({ fact: text }: { fact: string }) => text)).toEqual(['mornings before ten']);
  });

  it('limits the size of frames, their rate, and the calls of an organization', async () => {
    const odd = await begin();
    await odd.until(() => odd.last('ready') !== undefined);
    odd.sendBytes(Buffer.alloc(641));
    expect(await odd.closed).toBe(1008);
    expect(odd.last('refused')?.error).toContain('whole frames');
    const fast = await begin();
    await fast.until(() => fast.last('ready') !== undefined);
    for (let n = 0; n < 40; n++) fast.sendBytes(Buffer.alloc(10 * frameBytes));
    expect(await fast.closed).toBe(1008);
    expect(fast.last('refused')?.code).toBe('browser_call.too_fast');
    const [first, second] = [await beginWhenFree(), await beginWhenFree()];
    const third = await begin();
    await third.until(() => third.last('refused') !== undefined);
    expect(third.last('refused')?.code).toBe('browser_call.too_many');
    for (const caller of [first, second]) caller.send({ type: 'stop' });
    await Promise.all([first.closed, second.closed]);
  });

  it('ends when the service stops', async () => {
    const caller = await beginWhenFree();
    await browserCalls.close();
    expect(caller.last('ended')?.message).toBe('The service is shutting down.');
  });
});
