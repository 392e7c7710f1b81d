import { describe, expect, it } from 'vitest';
import { type ChatStatus, chatStatuses, messagesMax, refusedMessage, refusedTransition } from './state.ts';

describe('chat states', () => {
  const legal = new Set([
    'active handedOff',
    'active ended',
    'active abandoned',
    'handedOff active',
    'handedOff ended',
    'handedOff abandoned',
  ]);
  const pairs = chatStatuses.flatMap((from) => chatStatuses.map((to) => [from, to] as const));
  it.each(pairs)('allows or refuses the transition from %s to %s', (from, to) => {
    expect(refusedTransition(from, to) === null).toBe(legal.has(`${from} ${to}`));
  });

  it.each([
    ['active', 'user', null],
    ['active', 'agent', 'chat.not_handed_off'],
    ['handedOff', 'user', null],
    ['handedOff', 'agent', null],
    ['ended', 'user', 'chat.ended'],
    ['ended', 'agent', 'chat.ended'],
    ['abandoned', 'user', 'chat.ended'],
  ] as [ChatStatus, 'user' | 'agent', string | null][])(
    'allows or refuses, for a chat that is %s, a message of %s: %s',
    (status, role, code) => {
      expect(refusedMessage({ status, messageCount: 0 }, role)?.code ?? null).toBe(code);
    },
  );

  it('limits the number of messages', () => {
    expect(refusedMessage({ status: 'active', messageCount: messagesMax - 1 }, 'user')).toBeNull();
    expect(refusedMessage({ status: 'active', messageCount: messagesMax }, 'user')?.code).toBe('chat.full');
  });
});
