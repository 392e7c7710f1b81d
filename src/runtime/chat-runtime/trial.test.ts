import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatWorld, createChatWorld } from '../../../test/world/chat-world.ts';

let world: ChatWorld;
let agentId: string;
beforeAll(async () => {
  world = await createChatWorld();
  const body = { name: 'Tea', prompt: 'You take orders.', firstMessage: 'Welcome.', flow };
  const made = await world.request('POST', '/api/agents', { body });
  expect(made.status, made.text).toBe(201);
  agentId = made.body.agentId;
});
afterAll(() => world.close());

/** Takes an order by a dialogue, and repeats it by fixed words. */
const flow = {
  start: 'order',
  variables: {
    type: 'object',
    properties: { cups: { type: 'integer', minimum: 1, maximum: 20 }, sort: { enum: ['green', 'black'] } },
  },
  stages: {
    order: {
      dialogue: {
        start: 'ask',
        slots: { cups: { type: 'number', min: 1, max: 20 } },
        nodes: {
          ask: { say: 'How many cups?', listen: { slot: 'cups', goto: 'taken' } },
          taken: { stage: 'repeat' },
        },
      },
    },
    repeat: { says: '{{cups}} cups of {{sort}} tea?', edges: [{ to: 'thanks', keys: '1' }] },
    thanks: { says: 'Thank you.', finish: 'end-call' },
  },
};
const chats = () => `/api/agents/${agentId}/chats`;
const create = (more: object, key?: string) =>
  world.request('POST', chats(), { body: { customerUniqueId: 'ada', ...more }, ...(key && { key }) });

async function begin(more: object): Promise<string> {
  const { status, body, text } = await create(more);
  expect(status, text).toBe(201);
  return body.chatId;
}

const shown = async (chatId: string, count: number) =>
  (await world.messagesWhen(chatId, count)).map(({ role, content, toolArguments }) => {
    if (role !== 'tool') return `${role}: ${content}`;
    const { from, to, why, values } = JSON.parse(String(toolArguments));
    return why === undefined ? 'tool' : `${from} → ${to}: ${why} ${JSON.stringify(values)}`;
  });

it('begins in a stage with variables, says its words in place of the first message, and goes on from there', async () => {
  const start = { stage: 'repeat', variables: { cups: 4, sort: 'green' } };
  const chatId = await begin({ flow: start });
  expect(await world.messages(chatId)).toEqual([]);
  await world.say(chatId, 'Hello');
  expect(await shown(chatId, 3)).toEqual([
    'user: Hello',
    'null → repeat: start {"cups":4,"sort":"green"}',
    'bot: 4 cups of green tea?',
  ]);
  await world.say(chatId, '1');
  expect((await shown(chatId, 7)).slice(4)).toEqual(['repeat → thanks: keys {}', 'bot: Thank you.', 'tool']);
  const { body } = await world.request('GET', `/api/chats/${chatId}`);
  expect(body).toMatchObject({
    agentVersion: 1,
    trial: { draft: false, draftFlow: null, flow: start },
  });
  expect((await world.request('GET', `/api/chats/${chatId}/analysis`)).body.analysis).toEqual(
    start.variables,
  );
});

it('plays the dialogue of a stage from its beginning', async () => {
  const chatId = await begin({ flow: { stage: 'order', variables: { sort: 'black' } } });
  await world.say(chatId, 'Hello');
  expect((await shown(chatId, 3)).slice(1)).toEqual([
    'null → order: start {"sort":"black"}',
    'bot: How many cups?',
  ]);
  await world.say(chatId, '3');
  expect((await shown(chatId, 6)).slice(4)).toEqual([
    'order → repeat: dialogue {"cups":3}',
    'bot: 3 cups of black tea?',
  ]);
});

it('answers by the draft as it was when the chat began, and shows that in the record', async () => {
  const path = `/api/agents/${agentId}`;
  const draft = (says: string) => ({
    publish: false,
    flow: { ...flow, stages: { ...flow.stages, repeat: { ...flow.stages.repeat, says } } },
    analysis: { summary: true },
  });
  await world.request('PATCH', path, { body: draft('Drafted {{cups}}?') });
  const chatId = await begin({ draft: true, flow: { stage: 'repeat', variables: { cups: 2 } } });
  const greeted = await begin({ draft: true });
  expect(await shown(greeted, 1)).toEqual(['bot: Welcome.']);
  // Neither another draft nor its publication changes a chat in progress.
  await world.request('PATCH', path, { body: draft('Drafted again.') });
  await world.request('DELETE', `${path}/draft`);
  await world.say(chatId, 'Hello');
  expect((await shown(chatId, 3))[2]).toBe('bot: Drafted 2?');
  const { body } = await world.request('GET', `/api/chats/${chatId}`);
  expect(body).toMatchObject({ agentVersion: null, trial: { draft: true } });
  expect(body.trial.draftFlow.stages.repeat.says).toBe('Drafted {{cups}}?');
  const { body: second } = await world.request('GET', `/api/chats/${greeted}`);
  expect(second).toMatchObject({ agentVersion: null, trial: { draft: true, flow: null } });
  // The analysis follows the draft, too.
  await world.request('POST', `/api/chats/${chatId}/end`);
  expect((await world.request('GET', `/api/chats/${chatId}/analysis`)).body).toMatchObject({
    status: 'pending',
    agentVersion: null,
  });
  // Without a draft the published version answers, as in a browser call.
  const published = await begin({ draft: true });
  expect((await world.request('GET', `/api/chats/${published}`)).body).toMatchObject({
    agentVersion: 1,
    trial: null,
  });
});

it.each([
  [{ stage: 'nowhere' }, 'flow.stage', 'there is no stage nowhere; the flow has order, repeat, thanks'],
  [{ stage: 'repeat', variables: { cups: 'four' } }, 'flow.variables.cups', /expected number|integer/],
  [{ stage: 'repeat', variables: { cups: 40 } }, 'flow.variables.cups', /20/],
  [
    { stage: 'repeat', variables: { mugs: 1 } },
    'flow.variables.mugs',
    'the flow has no variable of this name',
  ],
  [{ variables: {} }, 'flow.stage', /required/],
  ['order', 'flow', /object/],
])('refuses %j and names the field', async (start, field, message) => {
  const { status, body } = await create({ flow: start });
  expect([status, body.details[0].field]).toEqual([400, field]);
  expect(body.details[0].message).toMatch(message);
});

it('refuses a stage of an agent without a flow', async () => {
  const { body: plain } = await world.request('POST', '/api/agents', {
    body: { name: 'A', prompt: 'Help.' },
  });
  const { status, body } = await world.request('POST', `/api/agents/${plain.agentId}/chats`, {
    body: { customerUniqueId: 'ada', flow: { stage: 'order' } },
  });
  expect([status, body.details[0].field]).toEqual([400, 'flow']);
});

it('is only for keys that may change agents, of the own organization', async () => {
  const made = await world.request('POST', '/api/api-keys', {
    body: { name: 'Chats only', scopes: ['chats:read', 'chats:write'] },
  });
  expect(made.status, made.text).toBe(201);
  const { key } = made.body;
  const start = { stage: 'order' };
  expect((await create({ flow: start }, key)).body).toMatchObject({ code: 'scope.missing' });
  expect((await create({ draft: true }, key)).status).toBe(403);
  expect((await create({}, key)).status).toBe(201);
  const other = await world.foundOrganization('Other');
  expect((await create({ flow: start }, other.key)).status).toBe(404);
});

it('is not for the visitors of a widget', async () => {
  const origin = 'https://www.example.com';
  const { body: widget } = await world.request('PUT', `/api/agents/${agentId}/widget`, {
    body: { allowedOrigins: [origin] },
  });
  const visit = (url: string, payload: object) =>
    world.http.app.inject({ method: 'POST', url, headers: { origin }, payload });
  const refused = await visit(`/public/chats/${widget.token}`, { flow: { stage: 'order' }, draft: true });
  expect(refused.statusCode).toBe(400);
  const session = (await visit(`/public/chats/${widget.token}`, {})).json();
  const token = session.sessionToken as string;
  expect((await create({ flow: { stage: 'order' } }, token)).status).toBe(401);
});
