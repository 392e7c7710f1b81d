import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { decodeG711, writeWav } from '../../src/telephony/media/index.ts';
import { microphoneOf } from '../../test/console/caller-voice.ts';
import { openChromium } from '../../test/console/chromium.ts';
import { renderCallerAudio } from '../calls/caller-audio.ts';
import type { BenchWorld } from '../calls/world.ts';
import { speechRateHz } from './speech.ts';

/** The page's part: `offerCall` resolves with an offer, `acceptCall` takes its answer, and `endCalls` closes all. */
const pageScript = `
  window.calls = [];
  window.offerCall = async () => {
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    window.microphone ??= await navigator.mediaDevices.getUserMedia({ audio });
    const connection = new RTCPeerConnection();
    const voice = new Audio();
    connection.ontrack = ({ track }) => {
      voice.srcObject = new MediaStream([track]);
      voice.play();
    };
    connection.addTrack(window.microphone.getAudioTracks()[0], window.microphone);
    await connection.setLocalDescription();
    window.calls.push(connection);
    return connection.localDescription.sdp;
  };
  window.acceptCall = async (sdp) => {
    const connection = window.calls.at(-1);
    const connected = new Promise((resolve, reject) => {
      connection.onconnectionstatechange = () => {
        if (connection.connectionState === 'connected') resolve();
        if (connection.connectionState === 'failed') reject(new Error('not connected'));
      };
    });
    await connection.setRemoteDescription({ type: 'answer', sdp });
    await connected;
  };
  window.endCalls = () => {
    for (const connection of window.calls) connection.close();
    window.calls = [];
  };`;

/** A process on a busy machine refuses calls for a while. */
const busyTriesMax = 20;
const busyMs = 500;

/** The program believes the header by which each call comes from an address of its own, because an address has few calls. */
export const trustsBank = { PARLEY_TRUSTED_PROXIES: '127.0.0.1/32' };

/** Many visitors in one page of Chromium, who say what the callers of the phone bank say. */
export class WebBank implements AsyncDisposable {
  readonly #world: BenchWorld;
  readonly #page: Page;
  readonly #parts: AsyncDisposableStack;
  readonly #origin: string;
  readonly #token: string;
  #placed = 0;
  /** The calls in progress, with the tokens of their sessions. */
  #sessions: { sessionToken: string; headers: Record<string, string> }[] = [];

  private constructor(
    world: BenchWorld,
    given: { page: Page; parts: AsyncDisposableStack; origin: string; token: string },
  ) {
    this.#world = world;
    this.#page = given.page;
    this.#parts = given.parts;
    this.#origin = given.origin;
    this.#token = given.token;
  }

  static async open(world: BenchWorld): Promise<WebBank> {
    await using opened = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'parley-web-bank-'));
    opened.defer(() => rm(folder, { recursive: true, force: true }));
    const { payloads } = await renderCallerAudio();
    const microphone = join(folder, 'microphone.wav');
    const cycle = decodeG711('pcmu', Buffer.concat(payloads));
    await writeFile(microphone, writeWav({ sampleRateHz: speechRateHz, channels: [cycle] }));
    const html = '<!doctype html><title>Bank</title>';
    const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    opened.defer(() => void site.close());
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const body = { allowedOrigins: [origin], voice: true };
    const { body: widget } = await world.program.request('PUT', `/api/agents/${world.agentId}/widget`, {
      body,
    });
    const browser: Browser = await openChromium(microphoneOf(microphone));
    opened.defer(() => browser.close());
    const page = await browser.newPage();
    await page.goto(origin);
    await page.evaluate(pageScript);
    return new WebBank(world, { page, parts: opened.move(), origin, token: widget.token });
  }

  /** Places one call. Resolves when it is connected. */
  async place(): Promise<void> {
    const number = this.#placed++;
    const headers = {
      origin: this.#origin,
      'x-forwarded-for': `192.0.${2 + Math.floor(number / 200)}.${1 + (number % 200)}`,
    };
    const offer = (await this.#page.evaluate('window.offerCall()')) as string;
    const path = `/public/calls/${this.#token}`;
    const request = { key: null, body: { offer }, headers };
    let answer = await this.#world.program.request('POST', path, request);
    for (let tries = 1; answer.status === 503 && tries < busyTriesMax; tries++) {
      await delay(busyMs);
      answer = await this.#world.program.request('POST', path, request);
    }
    const { status, text, body } = answer;
    if (status !== 201) throw new Error(`a call from the page was refused: ${text}`);
    await this.#page.evaluate(`window.acceptCall(${JSON.stringify(body.answer)})`);
    this.#sessions.push({ sessionToken: body.sessionToken, headers });
  }

  /** Hangs up all calls. */
  async hangUp(): Promise<void> {
    for (const { sessionToken, headers } of this.#sessions.splice(0))
      await this.#world.program.request('POST', `/public/calls/${this.#token}/end`, {
        ...{ key: null, body: {}, headers: { ...headers, authorization: `Bearer ${sessionToken}` } },
      });
    await this.#page.evaluate('window.endCalls()');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.disposeAsync();
  }
}
