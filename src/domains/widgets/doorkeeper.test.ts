import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '../../platform/kernel/index.ts';
import { Doorkeeper } from './doorkeeper.ts';
import type { OpenWidget } from './store.ts';

let doorkeeper: Doorkeeper;
let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  doorkeeper = new Doorkeeper({ find: async () => null, nowMs: () => nowMs });
});

const widget = (token: string) => ({ token }) as OpenWidget;
const from = (ip: string) => ({ ip, headers: {} }) as FastifyRequest;
const reply = { header: () => reply } as unknown as FastifyReply;

/** How many pass before one does not, and for how long that is to wait. */
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

it('bounds the chats and messages of a widget, wherever they come from', () => {
  const chats = passing((n) => doorkeeper.countChat(widget('a'), from(`chat ${n}`)));
  const messages = passing((n) => doorkeeper.countMessage(widget('a'), from(`message ${n}`)));
  expect([chats, messages]).toEqual([
    [600, '60'],
    [6000, '60'],
  ]);
  // Others go on, and all a minute later.
  doorkeeper.countChat(widget('b'), from('somebody'));
  doorkeeper.countMessage(widget('b'), from('somebody'));
  nowMs = 60_000;
  doorkeeper.countChat(widget('a'), from('somebody'));
  doorkeeper.countMessage(widget('a'), from('somebody'));
});

it('bounds the chats and messages of an address, whichever widgets they are for', () => {
  const visitor = from('192.0.2.1');
  expect(passing((n) => doorkeeper.countChat(widget(String(n)), visitor))[0]).toBe(10);
  expect(passing((n) => doorkeeper.countMessage(widget(String(n)), visitor))[0]).toBe(60);
  doorkeeper.countChat(widget('a'), from('192.0.2.2'));
  doorkeeper.countMessage(widget('a'), from('192.0.2.2'));
});

it('takes a network of IPv6 for one address', () => {
  for (let n = 0; n < 10; n++) doorkeeper.countChat(widget(String(n)), from(`2001:db8::${n}`));
  expect(() => doorkeeper.countChat(widget('a'), from('2001:db8::a'))).toThrow('Too many');
  doorkeeper.countChat(widget('a'), from('2001:db8:0:1::1'));
});

it('bounds the streams that an address holds open, and those of a widget', () => {
  const replies: EventEmitter[] = [];
  const open = (token: string, ip: string) => {
    const raw = new EventEmitter();
    doorkeeper.openStream(widget(token), from(ip), { raw } as unknown as FastifyReply);
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

it('counts no stream whose visitor is gone before it begins', () => {
  const raw = Object.assign(new EventEmitter(), { closed: true });
  const gone = { raw } as unknown as FastifyReply;
  for (let n = 0; n < 60; n++) doorkeeper.openStream(widget('a'), from('192.0.2.1'), gone);
  expect(raw.listenerCount('close')).toBe(0);
});

it('bounds what an address asks for, also where there is no widget', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 241; n++) {
    await doorkeeper
      .admit(`widget_${'0'.repeat(32)}`, from('192.0.2.1'), reply)
      .catch((error: ApiError) => codes.push(error.code));
  }
  expect(codes).toEqual([...Array(240).fill('widget.not_found'), 'rate_limited']);
});
