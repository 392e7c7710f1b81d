import { expect, it } from 'vitest';
import { type AskedChat, refusalOf, requestsOfChatMax, requestsPendingMax } from './may-be-analyzed.ts';

const chat: AskedChat = {
  ...{ status: 'ended', isPending: false, messageCount: 2, publishedVersion: 2, isWanted: true },
  ...{ requestsOfChat: 0, requestsPending: 0 },
};

it('reports permanent reasons before temporary ones', () => {
  expect(refusalOf(chat)).toBeNull();
  expect(refusalOf({ ...chat, status: 'abandoned' })).toBeNull();
  const refused: [Partial<AskedChat>, string, RegExp][] = [
    [{ status: 'handedOff', messageCount: 0 }, 'chat.not_over', /is handedOff/],
    [{ messageCount: 0 }, 'chat.no_messages', /no messages/],
    [{ publishedVersion: null, isWanted: false }, 'agent.deleted', /was deleted/],
    [{ isWanted: false, requestsOfChat: 99 }, 'agent.without_analysis', /version 2/],
    [{ requestsOfChat: requestsOfChatMax }, 'analysis.too_often', /20 times/],
    [{ requestsPending: requestsPendingMax }, 'analysis.too_many_pending', / 100 /],
  ];
  for (const [changes, code, words] of refused) {
    expect(refusalOf({ ...chat, ...changes })).toMatchObject({
      ...{ status: 409, code, message: expect.stringMatching(words) },
    });
  }
});
