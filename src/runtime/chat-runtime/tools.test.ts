import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AskedModel,
  type ChatModel,
  lastWords,
  startChatModel,
} from '../../../test/world/chat-model.ts';
import { type ChatWorld, createChatWorld, receptionDialogue } from '../../../test/world/chat-world.ts';
import { type Dialing, make, setUpDialing } from '../../../test/world/dialing.ts';
import { eventually } from '../../../test/world/eventually.ts';
import { CallWriter } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/kernel/index.ts';
import { Dialer } from '../dialer/index.ts';

const auditOf = statement(
  'test.chat_runtime.audit',
  `select doc::json ->> 'actionVerb' as verb, doc::json ->> 'resourceType' as type, doc::json ->> 'memberId' as member
   from audit_logs where doc::json ->> 'requestId' = $1 order by position`,
);

let world: ChatWorld;
let model: ChatModel;
let dialing: Dialing;
beforeAll(async () => {
  world = await createChatWorld();
  dialing = await setUpDialing(world.request);
  model = await startChatModel();
  const body = { provider: 'openai', apiKey: 'a-key', baseUrl: model.baseUrl };
  await world.request('POST', '/api/provider-keys', { body });
});
afterAll(async () => {
  await world.close();
  await model[Symbol.asyncDispose]();
});
beforeEach(() => {
  model.asked.length = 0;
});

const openai = { provider: 'openai', model: 'any' };
const act = (chatId: string, action: string, body?: unknown) =>
  world.request('POST', `/api/chats/${chatId}/${action}`, { body });
/** Calls the tool once and reports the result. */
const callOnce = (name: string, given: object) =>
  model.answerWith(({ messages }: AskedModel) =>
    messages.at(-1)?.role === 'tool'
      ? { words: [lastWords(messages)] }
      : { calls: [{ name, arguments: given }] },
  );

async function queueCall(phoneNumber: string): Promise<string> {
  const { agentId, scheduleId, phoneNumberId } = dialing;
  const body = { campaignName: 'Spring', scheduleId, phoneNumberId, phoneNumber };
  const path = `/api/agents/${agentId}/calls/campaign`;
  return (await make(world.request, path, { ...body, variables: { firstName: 'Ada' } })).callId;
}

describe('the tools of a chat', () => {
  it('leave out built-in tools that work only in a call', async () => {
    const types = [
      'endCall',
      'transfer',
      'sendDtmf',
      'leaveVoicemail',
      'setCallSessionData',
      'optOut',
      'pauseRecording',
    ];
    const chatId = await world.begin({
      model: openai,
      tools: types.map((type) => ({ type })),
      transferDestinations: [{ name: 'sales', type: 'phone', destination: '+12025550123' }],
    });
    model.answerWith(() => ({ words: ['Yes.'] }));
    await world.say(chatId, 'Hi');
    await world.messagesWhen(chatId, 2);
    expect(model.asked[0]!.tools).toEqual(['endCall', 'transferCall', 'setCallSessionData', 'optOut']);
  });

  it('write session data', async () => {
    const chatId = await world.begin({ model: openai, tools: [{ type: 'setCallSessionData' }] });
    const read = async () => (await world.request('GET', `/api/chats/${chatId}/session-data`)).body;
    expect(await read()).toEqual({ data: null, ttl: null });
    callOnce('setCallSessionData', { data: { order: 7 }, ttlSeconds: 60 });
    await world.say(chatId, 'Order 7');
    expect((await world.messagesWhen(chatId, 3))[2]?.content).toBe('{"written":true}');
    const { data, ttl } = await read();
    expect(data).toEqual({ order: 7 });
    expect(ttl).toBeGreaterThan(0);
  });

  it('record an opt-out and end the chat', async () => {
    const chat = { customerUniqueId: '+12025550133' };
    const [waiting, other] = [await queueCall('+12025550133'), await queueCall('+12025550134')];
    const chatId = await world.begin({ model: openai, tools: [{ type: 'optOut' }] }, chat);
    callOnce('optOut', { message: 'You will not be called.' });
    await world.say(chatId, 'Never call me again.');
    expect((await world.messagesWhen(chatId, 3))[2]?.content).toBe('You will not be called.');
    expect(await world.status(chatId)).toBe('ended');
    const { body } = await world.request('GET', '/api/suppressions?phoneNumber=%2B12025550133');
    expect(body.suppressions).toMatchObject([{ source: 'chat', createdBy: 'system' }]);
    expect(await world.db.query(auditOf, [chatId])).toEqual([
      { verb: 'created', type: 'chat_messages', member: 'system' },
      { verb: 'ended', type: 'chats', member: 'system' },
      { verb: 'created', type: 'suppressions', member: 'system' },
    ]);
    // The dialer refuses a call that was queued before the opt-out.
    const placed: string[] = [];
    const placer = { room: () => 10, place: ({ callId }: { callId: string }) => void placed.push(callId) };
    const dialer = new Dialer({
      db: world.db,
      writer: new CallWriter(world.db),
      nodeId: 'node_a',
      placer,
      log: silentLog,
    });
    dialer.wake();
    const reasonOf = async (callId: string) =>
      String((await world.request('GET', `/api/calls/${callId}`)).body.endedReason);
    await eventually(() => reasonOf(waiting), 'number-suppressed');
    await eventually(() => placed.join(), other);
    await dialer.stop();
  });

  it('report a failed opt-out when the customer’s number is unknown', async () => {
    const chatId = await world.begin({ model: openai, tools: [{ type: 'optOut' }] });
    callOnce('optOut', {});
    await world.say(chatId, 'Never call me again.');
    expect((await world.messagesWhen(chatId, 3))[2]?.content).toContain('telephone number is unknown');
    expect(await world.status(chatId)).toBe('active');
  });

  it('are limited in number per answer', async () => {
    const chatId = await world.begin({ model: openai, tools: [{ type: 'setCallSessionData' }] });
    model.answerWith(() => ({ calls: [{ name: 'setCallSessionData', arguments: { data: {} } }] }));
    await world.say(chatId, 'Hi');
    const messages = await world.messagesWhen(chatId, 10);
    expect(messages.at(-1)).toMatchObject({ role: 'bot', content: expect.stringContaining('cannot answer') });
    expect(model.asked).toHaveLength(8);
  });
});

describe('handing a chat to a person', () => {
  it('by a tool leaves it with the person until they return it', async () => {
    const chatId = await world.begin({
      model: openai,
      tools: [{ type: 'transfer' }],
      transferDestinations: [{ name: 'sales', type: 'phone', destination: '+12025550123' }],
    });
    callOnce('transferCall', { destination: 'sales', message: 'Here is Grace.' });
    await world.say(chatId, 'A person, please.');
    await world.messagesWhen(chatId, 3);
    expect(await world.status(chatId)).toBe('handedOff');
    await world.say(chatId, 'Grace?');
    const said = await act(chatId, 'messages', { role: 'agent', content: 'Yes?', agentName: 'Grace' });
    expect(said.body).toMatchObject({ agentName: 'Grace', memberId: world.owner.memberId });
    await world.say(chatId, 'What does it cost?');
    expect(model.asked).toHaveLength(1);

    model.answerWith(({ messages }) => ({ words: [`To ${lastWords(messages)}: ten.`] }));
    const back = await act(chatId, 'resume');
    expect([back.status, back.body.status]).toEqual([200, 'active']);
    const messages = await world.messagesWhen(chatId, 7);
    // The agent answers only the last message, and knows what the person wrote.
    expect(messages.at(-1)).toMatchObject({ role: 'bot', content: 'To What does it cost?: ten.' });
    expect(JSON.stringify(model.asked.at(-1)!.messages)).toContain('Grace, a person of the team, wrote');
    expect((await act(chatId, 'resume')).body.code).toBe('chat.not_handed_off');
  });

  it('by a dialogue restarts the dialogue when the chat returns', async () => {
    const chatId = await world.begin(
      { model: receptionDialogue, firstMessage: 'How can I help?' },
      { chatVariables: { colleague: 'sales' } },
    );
    await world.say(chatId, 'a person');
    expect((await world.messagesWhen(chatId, 3))[2]).toMatchObject({ toolName: 'transferCall' });
    expect(await world.status(chatId)).toBe('handedOff');
    await act(chatId, 'resume');
    await world.say(chatId, 'hours');
    expect((await world.messagesWhen(chatId, 5)).at(-1)?.content).toContain('nine to five');
  });

  it('during an answer discards the answer', async () => {
    const chatId = await world.begin({ model: openai });
    const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    model.answerWith(() => {
      begun.resolve();
      return { words: ['I am', ' late.'], hold: rest.promise };
    });
    await world.say(chatId, 'Hi');
    await begun.promise;
    expect((await act(chatId, 'handoff')).status).toBe(200);
    rest.resolve();
    model.answerWith(() => ({ words: ['Now.'] }));
    await act(chatId, 'resume');
    const messages = await world.messagesWhen(chatId, 2);
    expect(messages.map(({ content }) => content)).toEqual(['Hi', 'Now.']);
    // Both models were asked the same and are counted: one token per four characters.
    const usage = async () => (await world.request('GET', `/api/chats/${chatId}`)).body.usage;
    const inputTokens = 2 * Math.ceil(JSON.stringify(['Help.', 'Hi']).length / 4);
    await eventually(async () => String((await usage())[0].inputTokens), `${inputTokens}`);
    expect(await usage()).toEqual([
      {
        ...{ kind: 'language-model', provider: 'openai', model: 'any' },
        ...{ inputTokens, outputTokens: expect.any(Number), estimated: true },
      },
    ]);
  });
});
