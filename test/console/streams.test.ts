import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRefresher } from '../../console/src/api/refresher.ts';
import {
  type HubMessage,
  type HubPort,
  pageSilentMsMax,
  type SourceEvents,
  StreamHub,
  type Want,
} from '../../console/src/api/stream-hub.ts';
import { keepTyped } from '../../console/src/ui/keep-typed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A hub whose streams are opened and told by the test. */
function openHub() {
  const open = new Map<string, SourceEvents>();
  const hub = new StreamHub(({ url }, events) => {
    open.set(url, events);
    return () => void open.delete(url);
  });
  return { hub, open };
}

function openPage(): HubPort & { told: HubMessage[] } {
  const told: HubMessage[] = [];
  return { told, postMessage: (message) => void told.push(message) };
}

const shared: Want = { id: 1, url: '/events', types: ['message'], last: null, isShared: true };
const chat = (id: number): Want => ({
  ...{ id, url: `/chats/${id}`, types: ['message', 'done'], last: 'done', isShared: false },
});

test('all pages follow one stream of events, which is closed when the last of them is gone', () => {
  const { hub, open } = openHub();
  const [one, other] = [openPage(), openPage()];
  hub.hear(one, { wants: [shared], isChosen: true }, 0);
  open.get('/events')!.opened();
  hub.hear(other, { wants: [{ ...shared, id: 7 }], isChosen: true }, 0);
  expect(open.size).toBe(1);
  open.get('/events')!.event('message', '{}', 'evt_1');
  expect(one.told.at(-1)).toEqual({ id: 1, kind: 'event', type: 'message', data: '{}', place: 'evt_1' });
  expect(other.told).toEqual([
    { id: 7, kind: 'open' },
    { id: 7, kind: 'event', type: 'message', data: '{}', place: 'evt_1' },
  ]);
  hub.hear(one, { wants: [], isChosen: false }, 0);
  expect(open.size).toBe(1);
  // The other one ends without a word.
  hub.sweep(pageSilentMsMax);
  expect(open.size).toBe(1);
  hub.sweep(pageSilentMsMax + 1);
  expect(open.size).toBe(0);
});

test('of too many streams the events and those of the pages that were turned to last are open', () => {
  const { hub, open } = openHub();
  const pages = [1, 2, 3, 4, 5].map((id) => ({ id, page: openPage() }));
  for (const { id, page } of pages) hub.hear(page, { wants: [shared, chat(id)], isChosen: true }, 0);
  expect([...open.keys()].sort()).toEqual(['/chats/3', '/chats/4', '/chats/5', '/events']);
  hub.hear(pages[0]!.page, { wants: [shared, chat(1)], isChosen: false }, 0);
  expect(open.has('/chats/1')).toBe(false);
  hub.hear(pages[0]!.page, { wants: [shared, chat(1)], isChosen: true }, 0);
  expect([...open.keys()].sort()).toEqual(['/chats/1', '/chats/4', '/chats/5', '/events']);
  expect(pages[2]!.page.told.at(-1)).toEqual({ id: 3, kind: 'lost' });
  hub.hear(pages[4]!.page, { wants: [], isChosen: false }, 0);
  expect(open.has('/chats/3')).toBe(true);
});

test('a stream that was refused is asked for again, one that is over is not', () => {
  const { hub, open } = openHub();
  const page = openPage();
  const wants = [chat(1)];
  hub.hear(page, { wants, isChosen: true }, 0);
  const first = open.get('/chats/1')!;
  first.lost(true);
  expect(page.told).toEqual([{ id: 1, kind: 'lost' }]);
  vi.runAllTimers();
  const second = open.get('/chats/1')!;
  expect(second).not.toBe(first);
  second.opened();
  second.event('done', '{}', '');
  expect(page.told.at(-1)).toMatchObject({ kind: 'event', type: 'done' });
  hub.hear(page, { wants, isChosen: true }, 0);
  vi.runAllTimers();
  expect(open.size).toBe(0);
});

test('who signs in anew follows with the new session', () => {
  const { hub, open } = openHub();
  const page = openPage();
  hub.hear(page, { wants: [shared], isChosen: true }, 0);
  const before = open.get('/events')!;
  before.opened();
  hub.reopen();
  const now = open.get('/events')!;
  expect(now).not.toBe(before);
  now.opened();
  expect(page.told.map(({ kind }) => kind)).toEqual(['open', 'lost', 'open']);
});

test('what changes while answers are slow is asked for in rounds that do not overlap, and not forgotten', async () => {
  const rounds: string[][] = [];
  const slow = Promise.withResolvers<void>();
  let busy = '';
  const refresher = createRefresher({
    gatherMs: 1_000,
    isAsking: (name) => name === busy,
    refresh: (names) => {
      rounds.push([...names]);
      return rounds.length === 1 ? slow.promise : Promise.reject(new Error('the service is away'));
    },
  });
  for (let event = 0; event < 100; event++) refresher.changed(['calls', 'overview']);
  await vi.advanceTimersByTimeAsync(1_000);
  refresher.changed(['calls']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toEqual([['calls', 'overview']]);
  // What somebody else is asking for at the next round may be answered as it was before.
  busy = 'calls';
  slow.resolve();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(rounds.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds.length).toBe(2);
  busy = '';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toEqual([['calls', 'overview'], ['calls'], ['calls']]);
  refresher.changed(['agents']);
  refresher.stop();
  await vi.runAllTimersAsync();
  expect(rounds.length).toBe(3);
});

test('what was typed after a form was sent stays, and what was sent is as the service keeps it', () => {
  const sent = { name: ' Ada ', prompt: 'You are Ada.', tools: ['end_call'] };
  const now = { ...sent, prompt: 'You are Ada. Be brief.' };
  const stored = { name: 'Ada', prompt: 'You are Ada.', tools: ['end_call'] };
  expect(keepTyped(sent, now, stored)).toEqual({ ...stored, prompt: 'You are Ada. Be brief.' });
});
