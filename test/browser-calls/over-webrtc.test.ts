import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Flite } from '../../src/conversation/providers/flite/index.ts';
import { readStatement, statement } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/kernel/index.ts';
import { openBrowserCalls } from '../../src/program/browser-calls.ts';
import { LateBrowserCalls } from '../../src/program/late-browser-calls.ts';
import type { AgentEnvironment } from '../../src/runtime/agent-runtime/index.ts';
import type { BrowserCallEvent } from '../../src/runtime/browser-calls/messages.ts';
import { openToolRunner } from '../../src/runtime/tools/index.ts';
import { callerVoice, microphoneOf } from '../console/caller-voice.ts';
import { hasChromium, openChromium } from '../console/chromium.ts';
import { hasPocketSphinx } from '../interop/pocketsphinx.ts';
import { type ApiWorld, createApiWorld } from '../world/api-world.ts';
import { Browser as Member } from '../world/browser.ts';
import { openCallEngine } from '../world/call-engine.ts';
import { eventually } from '../world/eventually.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';

const insertNode = statement(
  'test.webrtc.node',
  `insert into nodes (node_id, roles, version, schema_version, audio_address, audio_token)
   values ('node_a', '{calls}', 'x', 1, $1, $2)`,
);
const loseNode = statement(
  'test.webrtc.lose_node',
  `update nodes set audio_address = $1 where node_id = 'node_a'`,
);
const stored = readStatement(
  'test.webrtc.stored',
  `select (select count(*)::integer from web_calls) as offers, (select count(*)::integer from calls) as calls`,
);

const dialogue = {
  start: 'hello',
  nodes: {
    hello: {
      say: 'Hello {{name}}. Do you want to hear a joke?',
      listen: {
        options: [
          { phrases: ['yes [please]'], keys: ['1'], goto: 'joke' },
          { keys: ['2'], goto: 'sales' },
        ],
      },
    },
    joke: { say: 'There is none about telephones.', end: true },
    sales: { say: 'One moment.', transfer: { destination: 'sales', onFailure: 'joke' } },
  },
};

/** The page's part: a browser call as the console makes it. `isDeaf` ignores the answer, as where UDP is closed. `isMuted` says nothing. */
const pageScript = `
  window.begin = async (start, { isDeaf = false, isMuted = false } = {}) => {
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
    microphone.getAudioTracks()[0].enabled = !isMuted;
    const socket = new WebSocket('ws://' + location.host + '/console/browser-call');
    const call = { socket, events: [], frames: 0, connection: null };
    window.browserCall = call;
    socket.onmessage = async ({ data }) => {
      if (typeof data !== 'string') return void call.frames++;
      const event = JSON.parse(data);
      call.events.push(event);
      if (event.type === 'hello') {
        call.connection = new RTCPeerConnection({ iceServers: event.iceServers });
        call.connection.ontrack = ({ track }) => {
          const audio = new Audio();
          audio.srcObject = new MediaStream([track]);
          audio.play();
        };
        call.connection.addTrack(microphone.getAudioTracks()[0], microphone);
        await call.connection.setLocalDescription();
        const offer = call.connection.localDescription.sdp;
        socket.send(JSON.stringify({ type: 'start', ...start, offer }));
      }
      if (event.type === 'answer' && !isDeaf)
        await call.connection.setRemoteDescription({ type: 'answer', sdp: event.sdp });
      if (event.type === 'ready' && event.transport === 'websocket')
        setInterval(() => socket.readyState === 1 && socket.send(new ArrayBuffer(640)), 20);
    };
  };`;

describe.skipIf(!hasChromium)('a browser call over WebRTC', { timeout: 120_000 }, () => {
  let world: ApiWorld;
  let browserCalls: LateBrowserCalls;
  let browser: Browser;
  let page: Page;
  let agentId: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let audioAddress: string;
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    const microphone = join(folder.path, 'caller.wav');
    await writeFile(microphone, await callerVoice());
    world = await createApiWorld({
      recordingsDir: folder.path,
      sockets: ({ db, secret }) => {
        const given = { db, secret, log: silentLog, modelsDir: null, dataDir: folder.path, egressAllow: [] };
        browserCalls = new LateBrowserCalls(() => openBrowserCalls(given));
        return [browserCalls.route];
      },
    });
    const url = `http://127.0.0.1:${await world.http.listen('127.0.0.1', 0)}`;
    const providers = await world.providers();
    const { db, secret } = world;
    const environment = { db, secret, egress: () => Promise.reject(new Error('none')) };
    const openTools: AgentEnvironment['openTools'] = (toolCall, options) =>
      openToolRunner(environment, toolCall, options);
    const setting = { db, voice: new Flite(), providers, openTools, recordingsDir: folder.path, ports: 6 };
    const { engine } = await openCallEngine(setting, closers);
    audioAddress = engine.audioPlace!.address;
    await db.query(insertNode, [audioAddress, engine.audioPlace!.token]);
    const body = { name: 'Ada', prompt: 'You tell jokes.', firstMessage: 'This is the published version.' };
    agentId = (await world.request('POST', '/api/agents', { body })).body.agentId;
    const draft = {
      ...{ publish: false, firstMessage: null, model: { provider: 'scripted', dialogue } },
      ...{ variables: [{ name: 'name' }], limits: { silenceSeconds: 60 } },
      transferDestinations: [{ name: 'sales', type: 'phone', destination: '+12025550177' }],
    };
    const changed = await world.request('PATCH', `/api/agents/${agentId}`, { body: draft });
    expect(changed.status, changed.text).toBe(200);
    browser = await openChromium(microphoneOf(microphone));
    const context = await browser.newContext({ bypassCSP: true });
    const member = await Member.of(world, world.owner.memberId);
    const cookies = member.cookie!.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    });
    await context.addCookies(cookies);
    page = await context.newPage();
    await page.goto(`${url}/healthz`);
    await page.evaluate(pageScript);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await browserCalls?.close();
    for (const close of closers) await close();
    await world?.close();
    await folder[Symbol.asyncDispose]();
  });

  const begin = (start: object, options: object = {}) =>
    page.evaluate(`window.begin(${JSON.stringify({ agentId, ...start })}, ${JSON.stringify(options)})`);
  const events = async () =>
    JSON.parse(await page.evaluate('JSON.stringify(window.browserCall.events)')) as BrowserCallEvent[];
  const send = (message: object) =>
    page.evaluate(`window.browserCall.socket.send(${JSON.stringify(JSON.stringify(message))})`);
  async function until<Type extends BrowserCallEvent['type']>(type: Type) {
    const types = async () => (await events()).map((event) => event.type).join(' ');
    await eventually(types, new RegExp(`\\b(${type}|refused)\\b`), 60_000);
    const found = (await events()).find((event) => event.type === type);
    expect(found, JSON.stringify(await events())).toBeDefined();
    return found as Extract<BrowserCallEvent, { type: Type }>;
  }
  /** Returns what was said and done so far. */
  async function transcript(): Promise<string> {
    const lines: string[] = [];
    for (const event of await events()) {
      if (event.type === 'removed') lines.length = event.from;
      if (event.type === 'entry') lines[event.index] = `${event.entry.role}: ${event.entry.message}`;
    }
    return lines.join('\n');
  }
  const listed = async () =>
    (await world.request('GET', `/api/browser-calls?agentId=${agentId}`)).body.browserCalls[0];

  test.skipIf(!hasPocketSphinx)(
    'calls the draft, which hears and answers, and leaves no record',
    async () => {
      // The fake microphone may say its words while the agent begins.
      await begin({ draft: true, variables: { name: 'Maya' } }, { isMuted: true });
      expect(await until('ready')).toMatchObject({ transport: 'webrtc', version: null });
      await eventually(transcript, /^bot: Hello Maya/, 60_000);
      await page.evaluate('window.browserCall.connection.getSenders()[0].track.enabled = true');
      await eventually(transcript, /user: yes[\s\S]*bot: There is none about telephones\./, 60_000);
      expect(await until('ended')).toMatchObject({ reason: 'assistant-ended-call' });
      expect((await events()).some((event) => event.type === 'turn')).toBe(true);
      // The audio came over WebRTC alone.
      expect(await page.evaluate('window.browserCall.frames')).toBe(0);
      await eventually(async () => (await listed()).status, 'ended');
      const { usage, agentVersion } = await listed();
      expect(agentVersion).toBeNull();
      expect(usage).toEqual(
        expect.arrayContaining([expect.objectContaining({ kind: 'text-to-speech', provider: 'flite' })]),
      );
      expect(await world.db.query(stored, [])).toEqual([{ offers: 0, calls: 0 }]);
    },
  );

  test('takes keys, names the destination of a transfer, and ends on request', async () => {
    await begin({ draft: true, variables: { name: 'Maya' } }, { isMuted: true });
    await until('ready');
    await eventually(transcript, /bot: Hello Maya/, 60_000);
    await send({ type: 'key', digit: '2' });
    const { reason, message } = await until('ended');
    expect([reason, message]).toEqual(['assistant-forwarded-call', expect.stringContaining('to sales')]);
    await begin({});
    expect(await until('ready')).toMatchObject({ transport: 'webrtc', version: 1 });
    await eventually(transcript, /bot: This is/, 60_000);
    await send({ type: 'stop' });
    expect(await until('ended')).toMatchObject({ message: 'You ended the call.' });
  });

  test('goes over the WebSocket when the browser does not connect, and when no process answers', async () => {
    await begin({}, { isDeaf: true });
    expect(await until('ready')).toMatchObject({ transport: 'websocket', sampleRateHz: 16_000 });
    await eventually(() => page.evaluate('String(window.browserCall.frames > 20)'), 'true', 60_000);
    await send({ type: 'stop' });
    await until('ended');
    // Nothing listens on that port.
    await world.db.query(loseNode, ['127.0.0.1:1']);
    await begin({});
    expect(await until('ready')).toMatchObject({ transport: 'websocket' });
    await send({ type: 'stop' });
    await until('ended');
    await world.db.query(loseNode, [audioAddress]);
  });

  test('names the mistake of an offer', async () => {
    const socket = `new Promise((resolve) => {
      const socket = new WebSocket('ws://' + location.host + '/console/browser-call');
      socket.onmessage = ({ data }) => {
        const event = JSON.parse(data);
        if (event.type === 'hello')
          socket.send(JSON.stringify({ type: 'start', agentId: '${agentId}', offer: 'v=0' }));
        else resolve(event);
      };
    })`;
    expect(await page.evaluate(socket)).toMatchObject({ type: 'refused', code: 'validation_failed' });
  });

  test('ends when the process that carries it stops', async () => {
    await begin({});
    await until('ready');
    for (const close of closers.splice(0)) await close();
    expect(await until('ended')).toMatchObject({ message: 'The service is shutting down.' });
  });
});
