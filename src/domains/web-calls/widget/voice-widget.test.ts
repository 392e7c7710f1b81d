import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import texts from './texts.json' with { type: 'json' };
import { voiceWidget } from './voice-widget.ts';

/** As much of an element as the widget needs. */
class Element {
  children: (Element | string)[] = [];
  hidden = false;
  textContent = '';
  dataset: Record<string, string> = { token: 'widget_1' };
  lang = '';
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
  closest(): null {
    return null;
  }
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
  runInNewContext(await voiceWidget(), window);
  made.find(({ textContent }) => textContent === 'Call us')!.listeners.get('click')!();
  await ended.promise;
  expect(streams).toEqual([]);
  expect(made.map(({ children }) => children.at(-1))).toContain(message);
  expect(made.map(({ textContent }) => textContent)).toContain(
    'The call has ended, because nothing was said.',
  );
});

/** Returns the elements of a widget whose script has these attributes, within an element of this language. */
async function madeWith(dataset: Record<string, string>, lang?: string): Promise<Element[]> {
  const made: Element[] = [];
  const currentScript = Object.assign(new Element(), {
    dataset: { token: 'widget_1', ...dataset },
    closest: () => (lang === undefined ? null : { lang }),
  });
  const document = {
    currentScript,
    createElement() {
      made.push(new Element());
      return made.at(-1);
    },
  };
  const window = { addEventListener: () => undefined };
  runInNewContext(await voiceWidget(), { URL, document, window });
  return made;
}

test.each([
  ['de-AT', {}, ['Anrufen', 'Stumm', 'Auflegen', 'de']],
  ['PT', {}, ['Ligue para nós', 'Silenciar', 'Desligar', 'pt']],
  ['ja', {}, ['Call us', 'Mute', 'Hang up', 'en']],
  [undefined, {}, ['Call us', 'Mute', 'Hang up', 'en']],
  ['de', { language: 'nl' }, ['Bel ons', 'Dempen', 'Ophangen', 'nl']],
  ['de', { label: 'Hallo', textHangUp: 'Schluss' }, ['Hallo', 'Stumm', 'Schluss', 'de']],
])('speaks the language of a page in %s with %o', async (lang, dataset, expected) => {
  const made = await madeWith(dataset, lang);
  const buttons = made.flatMap(({ textContent }) => (textContent === '' ? [] : [textContent])).slice(0, 3);
  expect([...buttons, made.at(-3)?.lang]).toEqual(expected);
});

test('has every text in every language, and stays small', async () => {
  const names = Object.keys(texts.en);
  for (const [language, translated] of Object.entries(texts)) {
    expect(Object.keys(translated), language).toEqual(names);
    expect(Object.values(translated)).not.toContain('');
  }
  const script = await voiceWidget();
  const used = [...script.matchAll(/\btext\.(\w+)/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(names));
  expect(gzipSync(script).length).toBeLessThan(9_000);
});
