import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { wholeSpeech } from '../../src/conversation/providers/kit/index.ts';
import { statement } from '../../src/platform/db/index.ts';
import type { SocketConnection } from '../../src/platform/http/index.ts';
import { delay, silentLog } from '../../src/platform/kernel/index.ts';
import { LateTalks } from '../../src/program/late-talks.ts';
import { openTalks } from '../../src/program/talks.ts';
import { frameSamples } from '../../src/runtime/browser-calls/browser-line.ts';
import type { TalkEvent } from '../../src/runtime/browser-calls/messages.ts';
import { hasPocketSphinx } from '../interop/pocketsphinx.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { Browser } from '../world/browser.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';

const frameBytes = 2 * frameSamples;
const silence = Buffer.alloc(frameBytes);

/** A browser that talks: sends a frame every 20 ms, and keeps all that it is told and hears. */
class Talker {
  readonly events: TalkEvent[] = [];
  readonly closed: Promise<number>;
  /** Of each frame, the loudest sample. */
  readonly peaks: number[] = [];
  readonly #socket: WebSocket;
  #said: Buffer[] = [];
  #changed = Promise.withResolvers<void>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    const beganMs = performance.now();
    let sent = 0;
    // As many as are due: a timer alone would leave gaps on a busy machine.
    const timer = setInterval(() => {
      for (; sent * 20 < performance.now() - beganMs; sent++) this.#send();
    }, 10);
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve(code)));
    void this.closed.then(() => clearInterval(timer));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) {
        const pcm = new Int16Array(new Uint8Array(data).buffer);
        this.peaks.push(pcm.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
      } else this.events.push(JSON.parse(data.toString()) as TalkEvent);
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    });
  }

  #send(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(this.#said.shift() ?? silence);
  }

  tell(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  sendBytes(bytes: Buffer): void {
    this.#socket.send(bytes);
  }

  say(pcm: Int16Array): void {
    const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    for (let at = 0; at + frameBytes <= bytes.length; at += frameBytes)
      this.#said.push(bytes.subarray(at, at + frameBytes));
  }

  /** Waits until what was told and heard is so. */
  async until(isSo: () => boolean): Promise<void> {
    const late = delay(20_000).then(() => 'late');
    while (!isSo()) {
      if ((await Promise.race([this.#changed.promise, late])) === 'late')
        throw new Error(`it did not come to that: ${JSON.stringify(this.events)}`);
    }
  }

  /** What was said by then, in order. */
  transcript(): string[] {
    const entries: string[] = [];
    for (const event of this.events) {
      if (event.type === 'removed') entries.length = event.from;
      if (event.type === 'entry') entries[event.index] = `${event.entry.role}: ${event.entry.message}`;
    }
    return entries;
  }

  last<Type extends TalkEvent['type']>(type: Type) {
    return this.events.findLast((event): event is Extract<TalkEvent, { type: Type }> => event.type === type);
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
  'test.talks.lose',
  "update talks set ended_at = null, ended_reason = null, seen_at = now() - interval '2 minutes' where talk_id = $1",
);

let world: ApiWorld;
let talks: LateTalks;
/** Of all that has asked to be a WebSocket. */
const handshakes: Promise<void>[] = [];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let address: string;
let browser: Browser;
let agentId: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  world = await createApiWorld({
    sockets: ({ db, secret }) => {
      talks = new LateTalks(() =>
        openTalks({ db, secret, log: silentLog, dataDir: folder.path, egressAllow: [] }),
      );
      const { route } = talks;
      const accept = (connection: SocketConnection) => {
        const handed = route.accept(connection);
        handshakes.push(handed.catch(() => undefined));
        return handed;
      };
      return [{ ...route, accept }];
    },
  });
  address = `127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
  browser = await Browser.of(world, world.owner.memberId);
  const body = {
    ...{ name: 'Ada', prompt: 'You tell jokes.', model: { provider: 'scripted', dialogue } },
    transferDestinations: [destination],
  };
  agentId = (await world.request('POST', '/api/agents', { body })).body.agentId;
}, 60_000);
afterAll(async () => {
  await talks.close();
  await world.close();
  await folder[Symbol.asyncDispose]();
});

async function open({ cookie = browser.cookie ?? '', origin = `http://${address}` } = {}): Promise<Talker> {
  const socket = new WebSocket(`ws://${address}/console/talk`, { headers: { cookie }, origin });
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, { statusCode }) => reject(new Error(`${statusCode}`)));
    socket.once('error', reject);
  });
  const talker = new Talker(socket);
  await opened;
  return talker;
}

async function begin(start: object = {}): Promise<Talker> {
  const talker = await open();
  talker.tell({ type: 'start', agentId, ...start });
  return talker;
}

/** A talk that has begun; of those before, the last may not be over yet. */
async function beginWhenFree(): Promise<Talker> {
  for (;;) {
    const talker = await begin();
    await talker.until(() => talker.last('ready') !== undefined || talker.last('refused') !== undefined);
    if (talker.last('ready')) return talker;
    expect(talker.last('refused')?.code).toBe('talk.too_many');
    await talker.closed;
  }
}

describe('a talk in the browser', { timeout: 60_000 }, () => {
  it.skipIf(!hasPocketSphinx)('is heard, answered by voice, and told word by word', async () => {
    await using flite = new Flite();
    const talker = await begin();
    await talker.until(() => talker.transcript()[0]?.includes('joke?') === true);
    expect(talker.last('ready')).toMatchObject({ version: 1, sampleRateHz: 16_000, maxDurationSeconds: 600 });
    expect(Math.max(...talker.peaks)).toBeGreaterThan(2000);
    const heardBefore = talker.peaks.length;
    // Whole before it is said: there is no pause in it that the voice has made.
    const words = await wholeSpeech(flite.speak({ text: 'Yes, please.', voice: 'rms', language: 'en' }));
    talker.say(words.pcm);
    await talker.until(() => talker.last('ended') !== undefined);
    // A busy machine may have the agent ask for a moment in between.
    expect(talker.transcript().join('\n')).toMatch(
      /^bot: Do you want to hear a joke\?\n(?:bot.*\n)*user: yes(?: please)?\n[\s\S]*bot: There is none about telephones\.\ntool: $/,
    );
    expect(Math.max(...talker.peaks.slice(heardBefore))).toBeGreaterThan(2000);
    expect(talker.last('turn')?.turn).toMatchObject({ kind: 'speech', waitedMs: expect.any(Number) });
    expect(talker.last('ended')?.reason).toBe('assistant-ended-call');
    expect(await talker.closed).toBe(1000);
  });

  it('takes keys, says where a call would be put through, and is audited', async () => {
    const talker = await begin();
    // The question was heard, in part: what nobody has heard of it is asked again.
    await talker.until(() => talker.peaks.filter((peak) => peak > 500).length > 20);
    talker.tell({ type: 'key', digit: '2' });
    await talker.until(() => talker.last('ended') !== undefined);
    expect(talker.last('ended')).toMatchObject({ reason: 'assistant-forwarded-call' });
    expect(talker.last('ended')?.message).toContain('put through to sales');
    // Cut short: what was on its way to the ear is dropped.
    expect(talker.last('flush')).toBeDefined();
    await talker.closed;
    const { body } = await world.request('GET', '/api/export/audit-logs');
    const entries = body.auditLogs.filter(
      ({ resourceType }: { resourceType: string }) => resourceType === 'talks',
    );
    const { talkId } = talker.last('ready')!;
    const { memberId } = world.owner;
    const own = entries.filter(
      (entry: { resourceReferenceId: string }) => entry.resourceReferenceId === talkId,
    );
    expect(own.map(({ actionVerb }: { actionVerb: string }) => actionVerb).sort()).toEqual([
      'ended',
      'started',
    ]);
    expect(own[0]).toMatchObject({ resourceLabel: 'Ada', memberId });
  });

  it('is kept with what it cost when it was over, for its organization alone', async () => {
    const price = { kind: 'text-to-speech', provider: 'flite', unit: 'characters', amount: '1', per: 1 };
    const prices = { currency: 'USD', prices: [price] };
    expect((await world.request('PUT', '/api/organization/prices', { body: prices })).status).toBe(200);
    const talker = await beginWhenFree();
    await talker.until(() => talker.transcript().length > 0);
    const { talkId } = talker.last('ready')!;
    const list = async (query = '', key?: string) => {
      const { body } = await world.request('GET', `/api/talks${query}`, key === undefined ? {} : { key });
      return body.talks as { talkId: string; status: string }[];
    };
    expect((await list())[0]).toMatchObject({ talkId, agentId, status: 'live', endedAt: null, cost: null });
    talker.tell({ type: 'stop' });
    await talker.until(() => talker.last('ended') !== undefined);
    const [talk] = await list(`?agentId=${agentId}&pageSize=1`);
    expect(talk).toMatchObject({
      ...{ talkId, agentVersion: 1, status: 'ended', endedReason: 'customer-ended-call' },
      usage: expect.arrayContaining([
        { kind: 'text-to-speech', provider: 'flite', model: null, characters: expect.any(Number) },
      ]),
      cost: { currency: 'USD', priceVersion: 1, usageIsComplete: true },
    });
    const { cost, usage } = talk as unknown as Record<'cost' | 'usage', never>;
    const spoken = (usage as { kind: string; characters: number }[]).find(
      ({ kind }) => kind === 'text-to-speech',
    );
    expect(Number((cost as { total: string }).total)).toBe(spoken!.characters);
    expect(await list('?agentId=agent_none')).toEqual([]);
    expect(await list('', (await world.foundOrganization('Other')).key)).toEqual([]);
    // Of a process that was killed there is what was written down last.
    await world.db.query(lose, [talkId]);
    expect((await list())[0]).toMatchObject({ talkId, status: 'lost', cost: { usageIsComplete: false } });
  });

  it('is with the draft where that is asked for, with variables, and ends when it is told to', async () => {
    const model = null;
    const body = { publish: false, model, firstMessage: 'Hello {{name}}, this is the draft.' };
    const path = `/api/agents/${agentId}`;
    await world.request('PATCH', path, { body: { ...body, variables: [{ name: 'name' }] } });
    const talker = await begin({ draft: true, variables: { name: 'Maya' } });
    await talker.until(() => talker.transcript()[0]?.includes('Hello Maya') === true);
    expect(talker.last('ready')?.version).toBeNull();
    talker.tell({ type: 'stop' });
    await talker.until(() => talker.last('ended') !== undefined);
    expect(talker.last('ended')?.message).toBe('You ended the call.');
    await world.request('DELETE', `${path}/draft`);
  });

  it('is refused to other sites, to nobody, and to who may not change agents', async () => {
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
    ['with protocols that are no list', { 'Sec-WebSocket-Protocol': 'a,,b' }],
  ])('answers a handshake %s, and waits for nothing more', async (_what, wrong) => {
    const [host, port] = address.split(':');
    const asked = request({
      ...{ host, port, path: '/console/talk' },
      headers: {
        ...{ Connection: 'Upgrade', Upgrade: 'websocket', Origin: `http://${address}` },
        ...{ Cookie: browser.cookie!, 'Sec-WebSocket-Version': '13' },
        ...{ 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', ...wrong },
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
    ['no JSON', 'yes', 'message'],
    ['another type', { type: 'begin' }, 'type'],
    ['a field that is not known', { agentId: 'agent_x', loud: true }, 'loud'],
    ['an agent of nobody', { agentId: 'agent_00000000000000000000000000' }, 'agent'],
  ])('says what is wrong with a beginning that has %s', async (_what, given, word) => {
    const talker = await open();
    talker.tell(typeof given === 'string' ? given : { type: 'start', ...given });
    await talker.until(() => talker.last('refused') !== undefined);
    expect(talker.last('refused')?.error).toContain(word);
    expect(await talker.closed).toBe(1008);
  });

  it('is bounded: in frames, in their number, and in talks of an organization', async () => {
    const odd = await begin();
    await odd.until(() => odd.last('ready') !== undefined);
    odd.sendBytes(Buffer.alloc(641));
    expect(await odd.closed).toBe(1008);
    expect(odd.last('refused')?.error).toContain('whole frames');
    const fast = await begin();
    await fast.until(() => fast.last('ready') !== undefined);
    for (let n = 0; n < 40; n++) fast.sendBytes(Buffer.alloc(10 * frameBytes));
    expect(await fast.closed).toBe(1008);
    expect(fast.last('refused')?.code).toBe('talk.too_fast');
    const [first, second] = [await beginWhenFree(), await beginWhenFree()];
    const third = await begin();
    await third.until(() => third.last('refused') !== undefined);
    expect(third.last('refused')?.code).toBe('talk.too_many');
    for (const talker of [first, second]) talker.tell({ type: 'stop' });
    await Promise.all([first.closed, second.closed]);
  });

  it('ends when the service stops', async () => {
    const talker = await beginWhenFree();
    await talks.close();
    expect(talker.last('ended')?.message).toBe('The service is shutting down.');
  });
});
