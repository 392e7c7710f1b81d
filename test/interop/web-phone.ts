import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { writeWav } from '../../src/telephony/media/index.ts';
import { tone } from '../audio/signals.ts';
import { microphoneOf } from '../console/caller-voice.ts';
import { openChromium } from '../console/chromium.ts';
import { temporaryFolder } from '../world/temporary-folder.ts';

const root = join(import.meta.dirname, '../../examples/web-phone');

/**
 * The microphone gives the tone itself, not what filters for speech leave of it. The page measures what it hears, and keeps its
 * sockets.
 */
const pageScript = `
  window.sockets = [];
  window.WebSocket = class extends window.WebSocket {
    constructor(...given) {
      super(...given);
      window.sockets.push(this);
    }
  };
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = () =>
    ask({ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } });
  window.heardHz = () => {
    if (!window.analyser) {
      const context = new AudioContext();
      window.analyser = context.createAnalyser();
      context.createMediaStreamSource(document.getElementById('voice').srcObject).connect(window.analyser);
    }
    const levels = new Float32Array(window.analyser.frequencyBinCount);
    window.analyser.getFloatFrequencyData(levels);
    const loudest = levels.indexOf(Math.max(...levels));
    return levels[loudest] < -60 ? 0 : (loudest * window.analyser.context.sampleRate) / window.analyser.fftSize;
  };`;

interface Account {
  url: string;
  username: string;
  password: string;
}

/** The example of a web phone (JsSIP) in headless Chromium, whose microphone gives a tone. */
export class WebPhone {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #close: () => Promise<void>;

  private constructor(page: Page, browser: Browser, close: () => Promise<void>) {
    this.page = page;
    this.#browser = browser;
    this.#close = close;
  }

  /** Opens the page, and signs in. */
  static async start(account: Account, toneHz: number, more: readonly string[] = []): Promise<WebPhone> {
    const folder = await temporaryFolder();
    const microphone = join(folder.path, 'tone.wav');
    await writeFile(microphone, writeWav({ sampleRateHz: 8000, channels: [tone(toneHz, 4000)] }));
    const server = await servePage();
    const browser = await openChromium([...microphoneOf(microphone), ...more]);
    const page = await browser.newPage();
    await page.addInitScript(pageScript);
    await page.goto(server.url);
    await page.getByLabel('URL').fill(account.url);
    await page.getByLabel('User name').fill(account.username);
    await page.getByLabel('Password').fill(account.password);
    await page.getByRole('button', { name: 'Connect' }).click();
    return new WebPhone(page, browser, async () => {
      await server.close();
      await folder[Symbol.asyncDispose]();
    });
  }

  status(): Promise<string> {
    return this.page.getByRole('status').innerText();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name }).click();
  }

  /** Returns the frequency of the loudest sound that the member hears; 0 for silence. */
  heardHz(): Promise<number> {
    return this.page.evaluate<number>('window.heardHz()');
  }

  /** Closes the connection of its signalling. JsSIP connects again. Its audio goes on. */
  async loseConnection(): Promise<void> {
    await this.page.evaluate('window.sockets.at(-1).close()');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.#close();
  }
}

/** Builds the page as its users do, and serves it. */
async function servePage(): Promise<{ url: string; close: () => Promise<void> }> {
  const result = await build({
    ...{ root, configFile: false, logLevel: 'silent' },
    build: { write: false, minify: false },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const files = new Map(
    outputs.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url;
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(files.has(path) ? 200 : 404, { 'Content-Type': type });
    response.end(files.get(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
