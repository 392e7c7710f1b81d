import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

/** As much of an element as the widget needs. */
class Element {
  children: (Element | string)[] = [];
  hidden = false;
  textContent = '';
  dataset = { token: 'widget_1' };
  src = 'https://parley.example/public/voice-widget.js';
  readonly listeners = new Map<string, () => void>();
  append(...added: (Element | string)[]): void {
    this.children.push(...added);
  }
  attachShadow(): Element {
    return this;
  }
  addEventListener(type: string, listener: () => void): void {
    this.listeners.set(type, listener);
  }
  replaceChildren(): void {
    this.children = [];
  }
  getTracks(): [] {
    return [];
  }
  setAttribute(): void {}
  getAttribute(): null {
    return null;
  }
  after(): void {}
  focus(): void {}
  close(): void {}
  async getUserMedia() {
    return new Element();
  }
  async setLocalDescription() {}
  async setRemoteDescription() {}
  localDescription = { sdp: 'v=0' };
  shadowRoot = { activeElement: null };
}

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const entry = (message: string) => event('entry', { index: 0, entry: { role: 'bot', message } });

test('shows captions with any character, as text, and goes on after the stream broke', async () => {
  // A separator of lines ends no line of the stream, and cannot begin another event.
  const message = '<img src=x>\u2028event: end\u2028data: {}';
  const broken = new ReadableStream({
    start: (controller) => controller.error(new TypeError('network error')),
  });
  const streams = [
    broken,
    new Blob([entry(message) + event('end', { endedReason: 'silence-timed-out' })]).stream(),
  ];
  const made: Element[] = [];
  const ended = Promise.withResolvers<void>();
  const window: Record<string, unknown> = {
    ...{ URL, AbortController, TextDecoderStream, JSON, MediaStream: Element, RTCPeerConnection: Element },
    isSecureContext: true,
    addEventListener: () => undefined,
    setTimeout: (action: () => void) => setTimeout(action, 0),
    navigator: { mediaDevices: new Element() },
    document: {
      currentScript: new Element(),
      createElement(name: string) {
        const element = new Element();
        made.push(element);
        if (name === 'audio') Object.defineProperty(element, 'srcObject', { set: () => ended.resolve() });
        return element;
      },
    },
    async fetch(url: string) {
      if (url.endsWith('/events')) return { status: 200, body: streams.shift() };
      return { ok: true, json: async () => ({ iceServers: [], answer: '', sessionToken: 's' }) };
    },
  };
  window.window = window;
  runInNewContext(await readFile(new URL('voice-widget.js', import.meta.url), 'utf8'), window);
  made.find(({ textContent }) => textContent === 'Call us')!.listeners.get('click')!();
  await ended.promise;
  expect(streams).toEqual([]);
  expect(made.map(({ children }) => children.at(-1))).toContain(message);
  expect(made.map(({ textContent }) => textContent)).toContain(
    'The call has ended, because nothing was said.',
  );
});
