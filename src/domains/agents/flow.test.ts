import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowExamples } from '../../../console/src/features/agents/flow/flow-examples.ts';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import { playFlow } from './play-flow.ts';
import { withWrittenTexts } from './written-texts.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const openai = { provider: 'openai', model: 'any', key: null };
const stage = { instructions: 'Talk.' };
const variables = { type: 'object', properties: { age: { type: 'integer' } } };

async function create(flow: object | null, more: object = {}) {
  const agent = { name: 'A', prompt: 'Help.', model: openai, flow, ...more };
  return world.request('POST', '/api/agents', { body: agent });
}

/** Returns the problems of a flow: its stages, or the whole flow. */
async function problems(stages: object, more: object = {}): Promise<string[]> {
  const { status, body } = await create({ start: 'a', variables, stages }, more);
  expect(status).toBe(400);
  return body.details.map(({ field, message }: Record<string, string>) => `${field}: ${message}`);
}

describe('the flow of an agent', () => {
  it('knows variables of the call from the beginning, but not those that every call has', async () => {
    const properties = { date: { type: 'string', format: 'date' }, guests: { type: 'integer' } };
    const flow = { start: 'a', variables: { type: 'object', properties }, stages: {} };
    const given = { date: '2026-11-27', guests: 4, callId: 'call_1' };
    const play = await playFlow({ flow, tools: [], knowledge: null }, given);
    expect(play?.known).toEqual({ guests: 4 });
  });

  it('is accepted as the documentation shows it', async () => {
    const page = await readFile(new URL('../../../docs/flows.md', import.meta.url), 'utf8');
    const flow = JSON.parse(/```json\n(.*?)```/s.exec(page)![1]!);
    const findTable = { type: 'http', name: 'findTable', description: 'Finds.', url: 'https://example.com' };
    const destination = { name: 'reception', type: 'phone', destination: '+12025550175' };
    const { status, body } = await create(flow, { tools: [findTable], transferDestinations: [destination] });
    expect([status, body.details, body.requiredVariables]).toEqual([201, undefined, ['first_name']]);
  });

  it.each(flowExamples)('is published as the example $id of the console', async ({ needsModel, flow }) => {
    const { body } = await create(null, { model: needsModel ? openai : null });
    const path = `/api/agents/${body.agentId}`;
    const draft = await world.request('PATCH', path, { body: { flow, publish: false } });
    expect([draft.status, draft.body.details]).toEqual([200, undefined]);
    const published = await world.request('POST', `${path}/publish`);
    expect([published.status, published.body.requiredVariables]).toEqual([200, []]);
    expect(published.body.flow.start).toBe((flow as { start: string }).start);
  });

  it('is stored with its defaults, and requires the variables of its texts', async () => {
    const stages = {
      a: {
        instructions: 'Greet {{first_name}}, who is {{age}}.',
        collects: ['age'],
        edges: [{ to: 'b', when: 'vars.age > 17 && call.country == "DE"' }],
      },
      b: { says: 'Goodbye.', global: { keys: '0' }, finish: 'end-call' },
    };
    const { status, body } = await create({ start: 'a', variables, stages });
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.requiredVariables).toEqual(['first_name']);
    expect(body.flow.stages.b).toEqual({
      instructions: '',
      dialogue: null,
      says: 'Goodbye.',
      tools: null,
      collects: [],
      edges: [],
      global: { keys: '0' },
      finish: 'end-call',
    });
    const changed = await world.request('PATCH', `/api/agents/${body.agentId}`, { body: { name: 'B' } });
    expect(changed.body.flow).toEqual(body.flow);
    const without = await world.request('PATCH', `/api/agents/${body.agentId}`, { body: { flow: null } });
    expect([without.status, without.body.flow, without.body.requiredVariables]).toEqual([200, null, []]);
  });

  it.each([
    [
      'an unknown stage',
      { a: { ...stage, edges: [{ to: 'b', silence: true }] } },
      ['flow.stages.a.edges.0.to: there is no stage b'],
    ],
    ['an unknown start', { b: stage }, ['flow.start: there is no stage a']],
    ['a stage that nothing leads to', { a: stage, b: stage }, ['flow.stages.b: no stage leads to stage b']],
    ['an empty stage', { a: {} }, ['flow.stages.a: must have instructions, a dialogue, says or finish']],
    [
      'an unknown variable',
      { a: { ...stage, collects: ['name'] } },
      ['flow.stages.a.collects.0: there is no variable name'],
    ],
    [
      'an edge of two kinds',
      { a: { ...stage, edges: [{ to: 'a', keys: '1', silence: true }] } },
      ['flow.stages.a.edges.0: must have exactly one of when, choice, keys, silence, failure'],
    ],
    [
      'a condition that does not compile',
      { a: { ...stage, edges: [{ to: 'b', when: 'vars.age >' }] }, b: stage },
      [expect.stringMatching(/^flow.stages.a.edges.0.when: /)],
    ],
    [
      'a condition on what is not there',
      {
        a: {
          ...stage,
          edges: [
            { to: 'b', when: 'vars.size > 1' },
            { to: 'b', when: 'input.x == 1' },
          ],
        },
        b: stage,
      },
      [
        'flow.stages.a.edges.0.when: uses vars.size, which is not in `variables`',
        'flow.stages.a.edges.1.when: uses input; a condition reads vars.<variable> and call.<variable>',
      ],
    ],
    [
      'an unknown tool and destination',
      { a: { ...stage, tools: ['pay'], finish: { transfer: 'desk' } } },
      [
        "flow.stages.a.tools.0: must be the name of one of the agent's tools",
        'flow.stages.a.finish.transfer: must be the name of one of transferDestinations',
      ],
    ],
    [
      'an end that goes on',
      { a: { ...stage, finish: 'end-call', edges: [{ to: 'b', keys: '1' }] }, b: stage },
      ['flow.stages.a.edges.0: beside finish must have failure, unless it is a hand-over with mayReturn'],
    ],
    [
      'sources and an agent that do not exist',
      { a: { ...stage, knowledge: ['source_none'], finish: { handOver: { agentId: 'agent_none' } } } },
      [
        'flow.stages.a.finish.handOver.agentId: must be the id of an agent',
        'flow.stages.a.knowledge.0: must be the id of a source of knowledge',
      ],
    ],
    [
      'a history that no model writes',
      { a: { ...stage, finish: { handOver: { agentId: 'x', history: 'summary' } } } },
      [expect.stringMatching(/^flow.stages.a.finish/)],
    ],
    [
      'a way on from a hand-over without return',
      { a: { finish: { handOver: { agentId: 'x' } }, edges: [{ to: 'b', keys: '1' }] }, b: stage },
      ['flow.stages.a.edges.0: beside finish must have failure, unless it is a hand-over with mayReturn'],
    ],
    [
      'a dialogue that leads to no stage',
      {
        a: { dialogue: { start: 'n', nodes: { n: { say: 'Hi.', stage: 'b' } } } },
      },
      ['flow.stages.a.dialogue.nodes.n.stage: there is no stage b'],
    ],
    [
      'a global stage that nothing leads to, and phrases that are none',
      {
        a: { ...stage, global: {} },
        b: { ...stage, global: { phrases: ['(a person', 'number {age}'] } },
      },
      [
        'flow.stages.a.global: must have choice, phrases or keys',
        expect.stringMatching(/^flow.stages.b.global.phrases.0: /),
        'flow.stages.b.global.phrases.1: must not have a slot',
      ],
    ],
    [
      'a text with a malformed variable',
      { a: { instructions: 'Hello {{first name}}.' } },
      [expect.stringMatching(/^flow.stages.a.instructions: /)],
    ],
  ])('is refused with %s', async (_, stages, expected) => {
    expect(await problems(stages)).toEqual(expected);
  });

  it('keeps the sources and agents of its stages from being deleted, also in a draft', async () => {
    const other = (await create(null)).body.agentId;
    const text = { name: 'Hours', language: 'en', text: 'We open at nine.' };
    const { sourceId } = (await world.request('POST', '/api/knowledge/texts', { body: text })).body;
    const handOver = { agentId: other, mayReturn: true };
    const stages = {
      a: { ...stage, knowledge: [sourceId], edges: [{ to: 'b', choice: 'the caller asks' }] },
      b: { finish: { handOver }, edges: [{ to: 'c', when: 'vars.age == null' }] },
      c: { ...stage, knowledge: 'none' },
    };
    const flow = { start: 'a', variables, stages };
    const { status, body, text: said } = await create(flow);
    expect(status, said).toBe(201);
    expect(body.flow.stages.b.finish.handOver).toEqual({
      ...{ agentId: other, opening: 'answer', history: 'all', turns: 5, variables: 'all', mayReturn: true },
    });
    expect([body.flow.stages.a.knowledge, body.flow.stages.c.knowledge]).toEqual([[sourceId], 'none']);
    const remove = async (path: string) => {
      const answer = await world.request('DELETE', `/api/${path}`);
      return [answer.status, answer.body?.error];
    };
    const paths = [`knowledge/sources/${sourceId}`, `agents/${other}`] as const;
    const refused = [
      [409, 'The source is in use by agent A.'],
      [409, 'The agent is in use by agent A.'],
    ];
    expect([await remove(paths[0]), await remove(paths[1])]).toEqual(refused);
    // Another version has no flow, and a draft has it again.
    await world.request('PATCH', `/api/agents/${body.agentId}`, { body: { flow: null } });
    const draft = await world.request('PATCH', `/api/agents/${body.agentId}`, {
      body: { flow, publish: false },
    });
    expect(draft.status).toBe(200);
    expect([await remove(paths[0]), await remove(paths[1])]).toEqual(refused);
    await world.request('PATCH', `/api/agents/${body.agentId}`, { body: { flow: null } });
    expect([await remove(paths[0]), await remove(paths[1])]).toEqual([
      [204, undefined],
      [204, undefined],
    ]);
  });

  it('is refused with a model that cannot play it', async () => {
    const stages = { a: stage };
    const speechToSpeech = { provider: 'openai' };
    expect(await problems(stages, { speechToSpeech, transcriber: null })).toEqual([
      'flow: requires `transcriber`, `model` and `voice` in place of `speechToSpeech`',
    ]);
    expect(await problems(stages, { model: null })).toEqual([
      'flow: requires `model`, because it speaks in the stage a',
    ]);
    const dialogue = { start: 'n', nodes: { n: { say: 'Hi.', end: true } } };
    expect(await problems(stages, { model: { provider: 'scripted', dialogue } })).toEqual([
      'flow: cannot be used with a scripted `model`; give its dialogue to a stage',
    ]);
    const leading = { start: 'n', nodes: { n: { say: 'Hi.', stage: 'a' } } };
    const { status, body } = await create(null, { model: { provider: 'scripted', dialogue: leading } });
    expect([status, body.details[0]]).toEqual([
      400,
      { field: 'model.dialogue.nodes.n.stage', message: 'is only allowed in a stage of a flow' },
    ]);
    const scripted = await create({ start: 'a', stages: { a: { dialogue } } }, { model: null });
    expect(scripted.status).toBe(201);
  });
});

it.each([
  ['Say hours or person. Or press one, two or three.', 'Say hours or person. Or type 1, 2 or 3.'],
  [
    'Can you come? Say yes or no, or press one or two. For no more calls, press nine.',
    'Can you come? Say yes or no, or type 1 or 2. For no more calls, type 9.',
  ],
  ['Press the number and the pound key, or say it.', 'Type the number, or say it.'],
  [
    'Please say or press the four digits of your order number.',
    'Please say or type the four digits of your order number.',
  ],
  ['Our press office is at one Main Street. Press the doorbell.', null],
])('a chat does not ask for keys of a telephone: %s', (say, expected) => {
  const flow = {
    start: 'a',
    stages: { a: { dialogue: { nodes: { b: { say, listen: { options: [{ phrases: [say] }] } } } } } },
  };
  const agent = { flow, model: null, language: 'en-US', firstMessage: say } as never;
  const text = expected ?? say;
  expect(withWrittenTexts(agent)).toEqual(
    JSON.parse(
      JSON.stringify(agent)
        .replace(`"say":"${say}"`, `"say":"${text}"`)
        .replace(`"firstMessage":"${say}"`, `"firstMessage":"${text}"`),
    ),
  );
  expect(withWrittenTexts({ ...(agent as object), language: 'de' } as never)).toMatchObject({
    firstMessage: say,
  });
});
