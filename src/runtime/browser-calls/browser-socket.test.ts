import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { invalid } from '../../platform/kernel/index.ts';
import { frameSamples } from './browser-line.ts';
import { BrowserSocket } from './browser-socket.ts';

/** The members of a WebSocket that BrowserSocket uses. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  readonly sent: unknown[] = [];
  closedWith: number | null = null;

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  close(code: number): void {
    this.closedWith = code;
  }
}

function open() {
  const socket = new FakeSocket();
  const logged: string[] = [];
  const log = pino({}, { write: (line) => void logged.push(line) });
  return { socket, logged, browser: new BrowserSocket(socket as unknown as WebSocket, () => 0, log) };
}

it('writes an internal error to the log and not to the browser', () => {
  const { socket, logged, browser } = open();
  const audio = () => {
    throw new TypeError('no such frame of Olive');
  };
  browser.listen({ audio, command: () => undefined });
  socket.emit('message', Buffer.alloc(2 * frameSamples), true);
  expect(socket.closedWith).toBe(1008);
  expect(socket.sent).toMatchObject([{ type: 'refused', code: 'internal' }]);
  expect(JSON.stringify(socket.sent)).not.toContain('Olive');
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0]!)).toMatchObject({ level: 50, err: { message: 'no such frame of Olive' } });
});

it('refuses an invalid message with its reason, and logs nothing', () => {
  const { socket, logged, browser } = open();
  socket.emit('message', Buffer.alloc(3), true);
  browser.refuse(invalid('agentId', 'must be there'));
  expect(socket.sent).toMatchObject([{ type: 'refused' }, { error: 'agentId: must be there' }]);
  expect(logged).toEqual([]);
});

it('refuses text that the database cannot store, and JSON that is nested too deeply', async () => {
  const tooDeep = `{"a":${'['.repeat(65)}${']'.repeat(65)}}`;
  for (const text of ['{"agentId":"a\\u0000"}', '{"__proto__":{}}', tooDeep, '{']) {
    const { socket, logged } = open();
    socket.emit('message', Buffer.from(text), false);
    expect(socket.closedWith, text).toBe(1008);
    expect(socket.sent[0]).toMatchObject({
      type: 'refused',
      error: expect.stringMatching(/^(message|agentId): must/),
    });
    expect(logged).toEqual([]);
  }
  const { socket, browser } = open();
  socket.emit('message', Buffer.from('{"type":"start"}'), false);
  expect(await browser.first(1_000)).toEqual({ type: 'start' });
});
