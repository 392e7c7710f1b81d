import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Dialing, setUpDialing } from '../../../test/world/dialing.ts';
import { createWorkflowWorld, type WorkflowWorld } from '../../../test/world/workflow-world.ts';
import type { LanguageModel, ModelRequest } from '../../conversation/providers/interfaces/index.ts';
import { endCall } from '../../domains/calls/index.ts';
import { statement } from '../../platform/db/index.ts';

let world: WorkflowWorld;
let dialing: Dialing;
const asked: ModelRequest[] = [];
let answers: string[] = [];
const model: LanguageModel = {
  name: 'test',
  async *answer(request) {
    asked.push(request);
    yield { type: 'text-delta', text: answers.shift() ?? 'nothing more' };
  },
  [Symbol.asyncDispose]: async () => undefined,
};
beforeAll(async () => {
  world = await createWorkflowWorld({ models: [model] });
  dialing = await setUpDialing(world.request);
});
afterAll(() => world.close());

const startedBefore = statement(
  'test.workflow_engine.started_before',
  'update workflow_runs set descendants = $2 where run_id = $1',
);
/** Ends the delay that a run waits for, so that the run is ready. */
const dueNow = statement(
  'test.workflow_engine.due_now',
  `with step as (update workflow_steps set wake_at = clock_timestamp() where run_id = $1 and status = 'waiting')
   update workflow_open_runs set ready_at = clock_timestamp() where run_id = $1`,
);
const auditOf = statement(
  'test.workflow_steps.audit',
  `select doc::json ->> 'actionVerb' || ' ' || (doc::json ->> 'resourceType') as entry, doc::json ->> 'userId' as by
   from audit_logs where doc::json ->> 'requestId' = $1 order by created_at`,
);
const end = (output: unknown) => ({ id: 'finish', type: 'end', output });
const isOver = ({ endedAt }: { endedAt: string | null }) => endedAt !== null;
const isWaiting = ({ status, steps }: { status: string; steps: { status: string }[] }) =>
  status === 'waiting' && steps.at(-1)?.status === 'waiting';

describe('calls', () => {
  const call = () => ({
    phoneNumber: '{{ input.phone }}',
    phoneNumberId: dialing.phoneNumberId,
    variables: { firstName: '{{ input.name }}' },
  });

  const cancelCall = (callId: string) =>
    endCall(
      world.db,
      { organizationId: world.owner.organizationId, callId, from: ['queued'], nodeId: null },
      { status: 'canceled', endedBy: null, endedReason: 'manually-canceled', message: 'x' },
    );

  it('are queued in a campaign, and the run waits for their end', async () => {
    const steps = [
      {
        id: 'queue',
        type: 'queueCall',
        agentId: dialing.agentId,
        call: { ...call(), campaignName: 'Flow', scheduleId: dialing.scheduleId },
        waitForEnd: { timeoutSeconds: 3600 },
      },
      end('{{ steps.queue.output.endedReason }} {{ steps.queue.output.callId }}'),
    ];
    const runId = await world.trigger(await world.publish(steps), { phone: '+12125550123', name: 'Ada' });
    const waiting = await world.runWhen(runId, isWaiting);
    const { callId } = waiting.steps[0].output;
    expect(waiting.steps[0].waitsFor).toBe(`call:${callId}`);
    const queued = await world.request('GET', `/api/calls/${callId}`);
    expect(queued.body).toMatchObject({
      status: 'queued',
      customerNumber: '+12125550123',
      callVariables: { firstName: 'Ada' },
    });
    await cancelCall(callId);
    expect((await world.runWhen(runId, isOver)).output).toBe(`manually-canceled ${callId}`);
  });

  it('are made after an approval, as in the example', async () => {
    const file = join(import.meta.dirname, '../../../examples/workflow.json');
    const text = (await readFile(file, 'utf8')).replace('https://shop.example.com', world.base);
    const secret = { name: 'shopToken', value: 'of the shop', allowedOrigins: [world.base] };
    await world.request('POST', '/api/workflow-secrets', { body: secret });
    const order = { total: 700, phone: '+12125550131', firstName: 'Ada' };
    world.server.answer = ({ headers, path }, response) => {
      const isKnown = headers.authorization === 'of the shop' && path === '/orders/7';
      response.writeHead(isKnown ? 200 : 400).end(JSON.stringify(order));
    };
    const { agentId, scheduleId, phoneNumberId } = dialing;
    const input = { orderId: 7, agentId, scheduleId, phoneNumberId };
    const runId = await world.trigger(await world.publish(JSON.parse(text).steps), input);
    const asked = await world.runWhen(runId, isWaiting);
    expect(asked.steps.at(-1).waitsFor).toBe('event:approval:7');
    await world.request('POST', '/api/workflow-events', { body: { key: 'approval:7' } });
    const calls = await world.runWhen(runId, (run) => isWaiting(run) && run.steps.at(-1).stepId === 'call');
    const { callId } = calls.steps.at(-1).output;
    await cancelCall(callId);
    expect((await world.runWhen(runId, isOver)).output).toEqual({ callId, endedReason: 'manually-canceled' });
  });

  it('that ended while their run had failed are read on its retry, and so are other runs', async () => {
    const inner = await world.publish([
      { id: 'wait', type: 'waitForEvent', key: 'inner:{{ input.phone }}' },
      end('there'),
    ]);
    const stop = (id: string, key: string) => ({ id, type: 'waitForEvent', key, timeoutSeconds: 1 });
    const steps = [
      {
        ...{ id: 'both', type: 'parallel' },
        branches: [
          [
            {
              ...{
                id: 'queue',
                type: 'queueCall',
                agentId: dialing.agentId,
                waitForEnd: { timeoutSeconds: 3600 },
              },
              call: { ...call(), campaignName: 'Flow', scheduleId: dialing.scheduleId },
            },
          ],
          [{ id: 'other', type: 'workflow', workflowId: inner, input: { phone: '{{ input.phone }}' } }],
          [stop('stop', 'never')],
        ],
      },
      end('{{ steps.queue.output.endedReason }} {{ steps.other.output.output }}'),
    ];
    const failed = await world.execute(steps, { phone: '+12125550129', name: 'Cy' });
    const stepOf = (id: string) => failed.steps.find(({ key }: { key: string }) => key === id);
    expect([failed.status, stepOf('queue').status, stepOf('other').status]).toEqual([
      ...['failed', 'canceled', 'canceled'],
    ]);
    await cancelCall(stepOf('queue').output.callId);
    const bring = { key: 'inner:+12125550129' };
    await world.request('POST', '/api/workflow-events', { body: bring });
    await world.runWhen(stepOf('other').output.workflowRunId, isOver);
    expect((await world.act(failed.workflowRunId, 'retry')).status).toBe(200);
    await world.runWhen(failed.workflowRunId, isWaiting);
    await world.request('POST', '/api/workflow-events', { body: { key: 'never' } });
    expect(await world.runWhen(failed.workflowRunId, isOver)).toMatchObject({
      ...{ status: 'completed', output: 'manually-canceled there' },
    });
  });

  it('are placed individually, and a refusal of the operation fails the step', async () => {
    const step = { id: 'place', type: 'placeCall', agentId: dialing.agentId, call: call() };
    const run = await world.execute([step, end('{{ steps.place.output.callId }}')], {
      phone: '+12125550124',
      name: 'Bo',
    });
    expect((await world.request('GET', `/api/calls/${run.output}`)).body.customerNumber).toBe('+12125550124');
    const failed = await world.execute([step], { phone: '0', name: 'Bo' });
    expect(failed.reason).toBe('Step place failed: phoneNumber: is not a phone number of the United States');
    const queue = {
      ...step,
      type: 'queueCall',
      call: { ...call(), campaignName: 'Flow', scheduleId: '{{ input.schedule }}' },
    };
    expect(
      (await world.execute([queue], { phone: '+12125550125', name: 'Bo', schedule: 'schedule_none' })).reason,
    ).toBe('Step place failed: scheduleId: there is no schedule with this id');
    expect(
      (
        await world.execute([{ ...queue, agentId: '{{ input.agent }}' }], {
          agent: 'agent_none',
          phone: '+12125550125',
          schedule: dialing.scheduleId,
        })
      ).reason,
    ).toContain('no agent');
  });
});

it('writes into a chat that was handed off, and into no other', async () => {
  const chat = await world.request('POST', `/api/agents/${dialing.agentId}/chats`, {
    body: { customerUniqueId: 'c' },
  });
  const { chatId } = chat.body;
  const steps = [
    {
      id: 'say',
      type: 'sendChatMessage',
      chatId: '{{ input.chatId }}',
      content: 'Hello {{ input.name }}',
      agentName: 'Robin',
    },
  ];
  expect((await world.execute(steps, { chatId, name: 'Ada' })).reason).toContain(
    'Only a chat that was handed off',
  );
  await world.request('POST', `/api/chats/${chatId}/handoff`);
  const notified = vi.spyOn(world.notifier, 'notify');
  const run = await world.execute(steps, { chatId, name: 'Ada' });
  // Processes that show the chat are notified.
  expect(notified).toHaveBeenCalledWith('parley_chats');
  notified.mockRestore();
  expect([run.status, run.steps[0].output.messageId]).toEqual([
    'completed',
    expect.stringMatching(/^message_/),
  ]);
  const { body } = await world.request('GET', `/api/chats/${chatId}`);
  expect(body.transcript.messages.at(-1)).toMatchObject({
    role: 'agent',
    content: 'Hello Ada',
    agentName: 'Robin',
  });
});

it("pushes personalization once, audited as the run's", async () => {
  const run = await world.execute([
    {
      id: 'push',
      type: 'pushPersonalization',
      phoneNumber: '(212) 555-0188',
      data: { tier: '{{ "gold" }}' },
    },
  ]);
  const { body } = await world.request('GET', '/api/call-personalization/+12125550188');
  expect([run.status, run.steps[0].output, body.data]).toEqual([
    'completed',
    { phoneNumber: '+12125550188' },
    { tier: 'gold' },
  ]);
  const entries = await world.db.query<{ entry: string }>(auditOf, [run.workflowRunId]);
  expect(entries.map(({ entry }) => entry)).toEqual(['pushed personalization']);
});

describe('a language model', () => {
  const step = {
    id: 'think',
    type: 'languageModel',
    model: { provider: 'openai', model: 'small' },
    system: 'Be brief.',
    prompt: 'About {{ input.what }}',
  };

  it('answers with text', async () => {
    answers = ['It is red.'];
    const run = await world.execute([step, end('{{ steps.think.output }}')], { what: 'apples' });
    expect(run.output).toBe('It is red.');
    expect(asked.at(-1)).toMatchObject({
      model: 'small',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'About apples' },
      ],
      responseSchema: null,
    });
  });

  it('answers with JSON that matches a schema, and is asked again when it does not', async () => {
    answers = ['{"color": 1}', '{"color": "red"}'];
    const responseSchema = { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] };
    const run = await world.execute([{ ...step, responseSchema }, end('{{ steps.think.output.color }}')]);
    expect([run.output, run.steps[0].attempts]).toEqual(['red', 2]);
  });
});

describe('a search in the knowledge', () => {
  const sourceOf = async (name: string, text: string, key?: string) => {
    const body = { name, language: 'en', text };
    const answer = await world.request('POST', '/api/knowledge/texts', { body, ...(key && { key }) });
    return answer.body.sourceId as string;
  };
  const search = (fields: object) => [
    { id: 'find', type: 'searchKnowledge', query: '{{ input.question }}', language: 'en', ...fields },
    end('{{ steps.find.output }}'),
  ];

  it('returns passages of the sources, with their document, and whether there are any', async () => {
    const hours = await sourceOf('Hours', '# Visit\n\n## Hours\n\nThe museum opens at nine.');
    await sourceOf('Café', 'The café of the museum opens at eight.');
    const other = await world.foundOrganization('Museum elsewhere');
    await sourceOf('Foreign', 'The museum opens at seven.', other.key);
    const asking = { question: 'When does the museum open?' };
    const { output } = await world.execute(search({}), asking);
    expect(output.found).toBe(true);
    expect(output.passages.map(({ title }: { title: string }) => title).toSorted()).toEqual([
      'Café',
      'Hours',
    ]);
    const one = await world.execute(search({ sourceIds: [hours], limit: 1 }), asking);
    expect(one.output).toEqual({
      found: true,
      passages: [
        {
          ...{ chunkId: expect.any(String), documentId: expect.any(String), sourceId: hours },
          ...{ title: 'Hours', headings: ['Visit', 'Hours'], address: null, score: expect.any(Number) },
          text: expect.stringContaining('opens at nine'),
        },
      ],
    });
    const nothing = await world.execute(search({ sourceIds: [hours] }), {
      question: 'Do you sell elephants?',
    });
    expect(nothing.output).toEqual({ found: false, passages: [] });
  });

  it('fails without a question, in no language, and in a source that was deleted', async () => {
    const sourceId = await sourceOf('Gone', 'Nothing stays.');
    const reasonOf = async (fields: object, input: object) =>
      (await world.execute(search(fields), { ...input })).reason;
    expect(await reasonOf({}, {})).toContain('query is empty');
    expect(await reasonOf({ language: 'no tag!' }, { question: 'What?' })).toContain('language must be');
    const workflowId = await world.publish(search({ sourceIds: [sourceId] }));
    expect((await world.request('DELETE', `/api/knowledge/sources/${sourceId}`)).status).toBe(204);
    const failed = await world.runWhen(await world.trigger(workflowId, { question: 'What?' }), isOver);
    expect(failed.reason).toContain(`there is no source of knowledge ${sourceId}`);
  });
});

describe('another workflow', () => {
  it('starts with an input and returns its output', async () => {
    const inner = await world.publish([end({ twice: '{{ input.n * 2 }}' })]);
    const run = await world.execute(
      [
        { id: 'other', type: 'workflow', workflowId: inner, input: { n: '{{ input.n }}' } },
        end('{{ steps.other.output.output.twice }}'),
      ],
      { n: 21 },
    );
    expect(run.output).toBe(42);
    const child = await world.run(run.steps[0].output.workflowRunId);
    expect(child).toMatchObject({
      workflowId: inner,
      parentRunId: run.workflowRunId,
      requestId: run.workflowRunId,
      triggeredBy: 'system',
      status: 'completed',
    });
  });

  it('fails the step when it fails, is canceled or does not exist', async () => {
    const failing = await world.publish([{ id: 'stop', type: 'end', status: 'failed', reason: 'no luck' }]);
    const of = (workflowId: string) => [{ id: 'other', type: 'workflow', workflowId }];
    expect((await world.execute(of(failing))).reason).toMatch(/the run run_\w+ ended as failed: no luck$/);
    const gone = await world.publish([end(1)]);
    const orphan = await world.publish(of(gone));
    expect((await world.request('DELETE', `/api/workflows/${gone}`)).status).toBe(204);
    const failed = await world.runWhen(await world.trigger(orphan), isOver);
    expect(failed.reason).toContain('no workflow with this id');
    const long = await world.publish([{ id: 'pause', type: 'delay', seconds: 1000 }]);
    const runId = await world.trigger(await world.publish(of(long)));
    const waiting = await world.runWhen(runId, isWaiting);
    await world.act(waiting.steps[0].output.workflowRunId, 'cancel');
    expect((await world.runWhen(runId, isOver)).reason).toContain('ended as canceled');
  });

  it('is limited in the number of runs from one trigger', async () => {
    const leaf = await world.publish([end(1)]);
    const start = (id: string, workflowId: string, rest: object = {}) => ({
      ...{ id, type: 'workflow', workflowId },
      ...rest,
    });
    const middle = await world.publish([start('one', leaf), start('two', leaf)]);
    const first = await world.publish([
      { id: 'pause', type: 'delay', seconds: 1000 },
      start('inner', middle),
    ]);
    const runId = await world.trigger(first);
    await world.runWhen(runId, isWaiting);
    // The trigger counts nearly as many runs as allowed.
    await world.db.query(startedBefore, [runId, 9_998]);
    await world.db.query(dueNow, [runId]);
    const run = await world.runWhen(runId, isOver);
    expect(run.reason).toContain('At most 10000 runs may descend from one trigger');
    const { steps } = await world.run(run.steps[1].output.workflowRunId);
    expect(steps.map(({ key, status }: { key: string; status: string }) => [key, status])).toEqual([
      ['one', 'completed'],
      ['two', 'failed'],
    ]);
  });

  it('ends when it starts itself', async () => {
    const workflowId = await world.publish([end(1)]);
    const definition = { steps: [{ id: 'again', type: 'workflow', workflowId }] };
    await world.request('PATCH', `/api/workflows/${workflowId}`, { body: { definition } });
    await world.request('POST', `/api/workflows/${workflowId}/publish`);
    const run = await world.runWhen(await world.trigger(workflowId), isOver);
    expect([run.status, run.reason]).toEqual(['failed', expect.stringContaining('at most 5 deep')]);
  });
});

describe('an event', () => {
  const bring = (body: object) => world.request('POST', '/api/workflow-events', { body });
  const steps = [
    { id: 'wait', type: 'waitForEvent', key: 'order:{{ input.id }}' },
    end('{{ steps.wait.output }}'),
  ];

  it('reaches all steps that wait for its key, and no others', async () => {
    const workflowId = await world.publish(steps);
    const runIds = await Promise.all([1, 1, 2].map((id) => world.trigger(workflowId, { id })));
    for (const runId of runIds) await world.runWhen(runId, isWaiting);
    const brought = await bring({ key: 'order:1', payload: { paid: true } });
    expect([brought.status, brought.body]).toEqual([
      202,
      { workflowEventId: expect.stringMatching(/^wevent_/), stepsAnswered: 2 },
    ]);
    for (const runId of runIds.slice(0, 2)) {
      expect((await world.runWhen(runId, isOver)).output).toEqual({ paid: true });
    }
    expect((await world.run(runIds[2]!)).status).toBe('waiting');
    const other = await world.foundOrganization('Other');
    const foreign = await world.request('POST', '/api/workflow-events', {
      body: { key: 'order:2' },
      key: other.key,
    });
    expect(foreign.body.stepsAnswered).toBe(0);
    await world.act(runIds[2]!, 'cancel');
  });

  it('that arrives before its step is kept for one step', async () => {
    expect((await bring({ key: 'order:9', payload: 'early' })).body.stepsAnswered).toBe(0);
    const workflowId = await world.publish(steps);
    expect((await world.runWhen(await world.trigger(workflowId, { id: 9 }), isOver)).output).toBe('early');
    const second = await world.trigger(workflowId, { id: 9 });
    expect((await world.runWhen(second, isWaiting)).status).toBe('waiting');
    expect((await bring({ key: 'x'.repeat(201) })).body.details[0].field).toBe('key');
    await world.act(second, 'cancel');
  });
});
