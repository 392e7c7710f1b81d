import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../platform/kernel/index.ts';
import { WidgetGuard } from './guard.ts';
import type { OpenWidget } from './store.ts';

let guard: WidgetGuard;
let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  guard = new WidgetGuard({ find: async () => null, nowMs: () => nowMs });
});

const widget = (token: string) => ({ token }) as OpenWidget;
const from = (ip: string) => ({ ip, headers: {} }) as FastifyRequest;
const reply = { header: () => reply } as unknown as FastifyReply;

/** Returns how many calls pass before one is refused, and its Retry-After. */
function passing(act: (n: number) => void): [number, string | undefined] {
  for (let n = 0; ; n++) {
    try {
      act(n);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error;
      return [n, error.headers?.['retry-after']];
    }
  }
}

it('limits the chats and messages of a widget across addresses', () => {
  const chats = passing((n) => guard.countChat(widget('a'), from(`chat ${n}`)));
  const messages = passing((n) => guard.countMessage(widget('a'), from(`message ${n}`)));
  expect([chats, messages]).toEqual([
    [600, '60'],
    [6000, '60'],
  ]);
  // Other widgets continue, and all do after a minute.
  guard.countChat(widget('b'), from('somebody'));
  guard.countMessage(widget('b'), from('somebody'));
  nowMs = 60_000;
  guard.countChat(widget('a'), from('somebody'));
  guard.countMessage(widget('a'), from('somebody'));
});

it('limits the chats and messages of an address across widgets', () => {
  const visitor = from('192.0.2.1');
  expect(passing((n) => guard.countChat(widget(String(n)), visitor))[0]).toBe(10);
  expect(passing((n) => guard.countMessage(widget(String(n)), visitor))[0]).toBe(60);
  guard.countChat(widget('a'), from('192.0.2.2'));
  guard.countMessage(widget('a'), from('192.0.2.2'));
});

it('counts an IPv6 network as one address', () => {
  for (let n = 0; n < 10; n++) guard.countChat(widget(String(n)), from(`2001:db8::${n}`));
  expect(() => guard.countChat(widget('a'), from('2001:db8::a'))).toThrow('Too many');
  guard.countChat(widget('a'), from('2001:db8:0:1::1'));
});

it('limits the open streams of an address and of a widget', () => {
  const replies: EventEmitter[] = [];
  const open = (token: string, ip: string) => {
    const raw = new EventEmitter();
    guard.openStream(widget(token), from(ip), { raw } as unknown as FastifyReply);
    replies.push(raw);
  };
  expect(passing((n) => open(String(n), '192.0.2.1'))).toEqual([50, '5']);
  open('a', '192.0.2.2');
  replies[0]!.emit('close');
  open('a', '192.0.2.1');
  expect(() => open('a', '192.0.2.1')).toThrow('Too many');
  expect(passing((n) => open('b', `address ${n}`))[0]).toBe(1000);
  for (const raw of replies) raw.emit('close');
  expect(passing((n) => open('b', `address ${n}`))[0]).toBe(1000);
});

it('does not count a stream whose visitor has left before it begins', () => {
  const raw = Object.assign(new EventEmitter(), { closed: true });
  const gone = { raw } as unknown as FastifyReply;
  for (let n = 0; n < 60; n++) guard.openStream(widget('a'), from('192.0.2.1'), gone);
  expect(raw.listenerCount('close')).toBe(0);
});

it('limits the requests of an address, even without a widget', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 241; n++) {
    await guard
      .admit(`widget_${'0'.repeat(32)}`, from('192.0.2.1'), reply)
      .catch((error: ApiError) => codes.push(error.code));
  }
  expect(codes).toEqual([...Array(240).fill('widget.not_found'), 'rate_limited']);
});
