import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createWorkflowWorld,
  RecordingServer,
  type WorkflowWorld,
} from '../../../test/world/workflow-world.ts';
import { statement } from '../../platform/db/index.ts';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await createWorkflowWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.server.requests.splice(0);
});

const leftOpen = statement('test.workflow_engine.open', 'select run_id from workflow_open_runs');
const bringBack = statement(
  'test.workflow_engine.bring_back',
  `update workflow_open_runs set node_id = (select node_id from nodes where 'workflows' = any(roles))
   where run_id = $1 and node_id is null returning 1`,
);
const text = statement(
  'test.workflow_engine.text',
  `select string_agg(concat_ws(' ', s.input, s.output, s.error), ' ') as text from workflow_steps s where run_id = $1`,
);
const http = (id: string, path: string, rest: object = {}) => ({
  id,
  type: 'http',
  url: `${world.base}${path}`,
  ...rest,
});
const end = (output: unknown) => ({ id: 'finish', type: 'end', output });
const isOver = ({ endedAt }: { endedAt: string | null }) => endedAt !== null;

describe('a run', () => {
  it("executes its steps and reports each one's input, output, attempts and times", async () => {
    const run = await world.execute(
      [
        { id: 'start', type: 'set', values: { who: '{{ input.name }}' } },
        http('send', '/hello/{{ vars.who }}?x=1', {
          method: 'POST',
          headers: { 'x-run': '{{ run.id }}' },
          body: { to: '{{ vars.who }}', missing: '{{ input.none }}' },
        }),
        end({ status: '{{ steps.send.output.status }}', body: '{{ steps.send.output.body }}' }),
      ],
      { name: 'Ada/L' },
    );
    expect(run).toMatchObject({
      status: 'completed',
      reason: null,
      output: { status: 200, body: { ok: true } },
      hasMoreSteps: false,
    });
    const [request] = world.server.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hello/Ada%2FL?x=1',
      body: '{"to":"Ada/L","missing":null}',
    });
    expect(request?.headers).toMatchObject({
      'x-run': run.workflowRunId,
      'idempotency-key': `${run.workflowRunId}:send`,
      'content-type': 'application/json',
    });
    const [start, send, finish] = run.steps;
    expect([start.key, start.status, start.output]).toEqual(['start', 'completed', { who: 'Ada/L' }]);
    expect(send).toEqual({
      ...{ key: 'send', stepId: 'send', type: 'http', status: 'completed', attempts: 1, error: null },
      input: {
        method: 'POST',
        url: `${world.base}/hello/Ada%2FL?x=1`,
        headers: { 'x-run': run.workflowRunId },
        body: { to: 'Ada/L', missing: null },
      },
      output: { status: 200, headers: { 'content-type': 'application/json' }, body: { ok: true } },
      ...{ waitsUntil: null, waitsFor: null },
      startedAt: expect.stringMatching(/Z$/),
      endedAt: expect.stringMatching(/Z$/),
    });
    expect(finish.input).toEqual({ status: 'completed', reason: null });
    const steps = `/api/workflow-runs/${run.workflowRunId}/steps`;
    const page = await world.request('GET', `${steps}?pageSize=2`);
    expect(page.body.steps).toEqual([start, send]);
    const rest = await world.request('GET', page.body.metadata.nextPage.replace(/^https?:\/\/[^/]+/, ''));
    expect([rest.body.steps, rest.body.metadata.nextPage]).toEqual([[finish], null]);
    expect((await world.request('GET', `${steps}?key=send`)).body.steps).toEqual([send]);
    expect((await world.request('GET', `${steps}?key=nothing`)).body.steps).toEqual([]);
  });

  it('retries temporary failures with one idempotency key, and no permanent ones', async () => {
    const answers = [503, 429, 200];
    world.server.answer = (_request, response) => void response.writeHead(answers.shift()!).end('x');
    const retries = { maxAttempts: 3, backoffMs: 10 };
    const run = await world.execute([
      http('again', '/again', { retries }),
      end('{{ steps.again.output.body }}'),
    ]);
    expect([run.status, run.output, run.steps[0].attempts]).toEqual(['completed', 'x', 3]);
    expect(new Set(world.server.keysOf('/again'))).toEqual(new Set([`${run.workflowRunId}:again`]));
    expect(world.server.keysOf('/again')).toHaveLength(3);
    world.server.answer = (_request, response) => void response.writeHead(404).end('{"error":"none"}');
    const failed = await world.execute([http('never', '/never', { retries })]);
    expect([failed.status, failed.reason]).toEqual([
      'failed',
      'Step never failed: status 404: {"error":"none"}',
    ]);
    expect(failed.steps[0].output).toMatchObject({ status: 404, body: { error: 'none' } });
    world.server.answer = (_request, response) => void response.writeHead(500).end();
    const spent = await world.execute([
      http('gone', '/gone', { retries, onError: 'continue' }),
      end('{{ steps.gone.status }} {{ steps.gone.output.status }} {{ steps.gone.error }}'),
    ]);
    expect(spent.output).toBe('failed 500 status 500: ');
    expect(world.server.keysOf('/gone')).toHaveLength(3);
  });

  it('fails a request once when its response is nested too deeply', async () => {
    for (const [path, depth] of [
      ['/deep', 5_000],
      ['/deeper', 100_000],
      ['/level', 64],
    ] as const) {
      world.server.answer = (_request, response) =>
        void response.end(`${'['.repeat(depth)}${']'.repeat(depth)}`);
      const run = await world.execute([http('h', path, { onError: 'continue' }), end('{{ steps.h.error }}')]);
      expect([run.status, run.output]).toEqual([
        'completed',
        depth > 64 ? 'the response is nested more than 64 levels deep' : null,
      ]);
      expect(world.server.keysOf(path)).toHaveLength(1);
    }
  });

  it('fails a request that times out, gets an unexpected response or is not allowed', async () => {
    world.server.answer = ({ path }, response) => {
      if (path === '/slow') return;
      response.end('{"id":"seven"}');
    };
    const retries = { maxAttempts: 1 };
    const reasonOf = async (step: object) => (await world.execute([step])).reason;
    expect(await reasonOf(http('slow', '/slow', { retries, timeoutMs: 100 }))).toMatch(
      // A busy machine may not connect within that time.
      /(no response|there was no connection to \S+) in time/,
    );
    const responseSchema = { type: 'object', properties: { id: { type: 'integer' } } };
    expect(await reasonOf(http('odd', '/odd', { responseSchema }))).toContain(
      'the response does not match the schema: id:',
    );
    expect(await reasonOf({ id: 'a', type: 'http', url: 'http://10.1.2.3/' })).toContain(
      '10.1.2.3 is not a public address',
    );
    const closed = new RecordingServer();
    const unreachable = await closed.listen();
    await closed[Symbol.asyncDispose]();
    expect(await reasonOf({ id: 'a', type: 'http', url: unreachable, retries })).toContain('ECONNREFUSED');
    expect(await reasonOf({ id: 'a', type: 'http', url: '{{ input.none }}' })).toContain(
      'url: must be an http or https URL',
    );
  });

  it('sends secrets only where allowed, and neither records nor shows them', async () => {
    const put = (name: string, body: object) =>
      world.request('POST', '/api/workflow-secrets', { body: { name, ...body } });
    const value = 'tops3cret"value';
    const stored = (await put('token', { value, allowedOrigins: [world.base] })).body;
    expect(stored).toEqual({
      workflowSecretId: expect.stringMatching(/^wsecret_/),
      name: 'token',
      allowedOrigins: [world.base],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    world.server.answer = ({ body, headers }, response) =>
      void response.end(JSON.stringify({ body, said: headers.authorization }));
    const headers = { authorization: { secret: 'token' } };
    const body = { inside: { secret: 'token' }, filled: '{{ input.given }}' };
    // A lookalike reference in an input is not a reference.
    const input = { given: { secret: 'token' } };
    const run = await world.execute(
      [http('send', '/secret', { method: 'POST', headers, body }), end('{{ steps.send.output.body }}')],
      input,
    );
    const sent = world.server.requests.at(-1)!;
    expect([sent.headers.authorization, JSON.parse(sent.body)]).toEqual([
      value,
      { inside: value, filled: { secret: 'token' } },
    ]);
    expect(run.steps[0].input).toMatchObject({
      headers,
      body: { inside: { secret: 'token' }, filled: { secret: 'token' } },
    });
    expect(run.output.said).toBe('[redacted]');
    const [recorded] = await world.db.query<{ text: string }>(text, [run.workflowRunId]);
    expect(recorded?.text).not.toMatch(/tops3cret/);
    expect((await world.request('GET', '/api/workflow-secrets')).text).not.toMatch(/tops3cret/);

    await put('elsewhere', { value, allowedOrigins: ['https://api.example.com'] });
    const count = world.server.requests.length;
    const refused = await world.execute([http('send', '/x', { headers: { a: { secret: 'elsewhere' } } })]);
    expect(refused.reason).toContain(`the secret elsewhere must not be sent to ${world.base}`);
    // A secret may be deleted between publication and the run.
    const gone = await put('gone', { value, allowedOrigins: [world.base] });
    const orphan = await world.publish([http('send', '/x', { headers: { a: { secret: 'gone' } } })]);
    await world.request('DELETE', `/api/workflow-secrets/${gone.body.workflowSecretId}`);
    const failed = await world.runWhen(await world.trigger(orphan), isOver);
    expect(failed.reason).toContain('there is no secret gone');
    expect(world.server.requests).toHaveLength(count);
    world.server.answer = (_request, response) =>
      void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
    expect((await world.execute([http('send', '/x', { headers })])).reason).toContain(
      'a redirect to another origin',
    );

    expect((await world.request('DELETE', `/api/workflow-secrets/${stored.workflowSecretId}`)).status).toBe(
      204,
    );
    expect((await world.request('DELETE', `/api/workflow-secrets/${stored.workflowSecretId}`)).status).toBe(
      404,
    );
    expect(
      (await put('token', { value, allowedOrigins: ['https://a.example/path'] })).body.details[0].field,
    ).toBe('allowedOrigins.0');
  });

  it('waits and continues on its own', async () => {
    const run = await world.execute([{ id: 'pause', type: 'delay', seconds: 0.2 }, end('there')]);
    expect(run.output).toBe('there');
    const waitedMs = Date.parse(run.steps[0].endedAt) - Date.parse(run.steps[0].startedAt);
    expect(waitedMs).toBeGreaterThanOrEqual(200);
    const runId = await world.trigger(await world.publish([{ id: 'pause', type: 'delay', seconds: 86_400 }]));
    const waiting = await world.runWhen(
      runId,
      ({ status, steps }) => status === 'waiting' && steps[0]?.status === 'waiting',
    );
    expect([waiting.status, waiting.reason]).toEqual([
      'waiting',
      `The run waits until ${waiting.steps[0].waitsUntil}.`,
    ]);
    const canceled = await world.act(runId, 'cancel');
    expect([canceled.body.status, canceled.body.steps[0].status]).toEqual(['canceled', 'canceled']);
  });

  it('pauses and resumes, and begins nothing while paused', async () => {
    const asked = Promise.withResolvers<() => void>();
    world.server.answer = ({ path }, response) => {
      if (path === '/first') asked.resolve(() => response.end('{}'));
      else response.end('{}');
    };
    const runId = await world.trigger(
      await world.publish([http('first', '/first'), http('second', '/second')]),
    );
    const answer = await asked.promise;
    const paused = await world.act(runId, 'pause');
    expect([paused.status, paused.body.pausedAt]).toEqual([200, expect.stringMatching(/Z$/)]);
    answer();
    const settled = await world.runWhen(
      runId,
      ({ steps, status }) => steps[0].status === 'completed' && status === 'waiting',
    );
    expect([settled.reason, world.server.keysOf('/second')]).toEqual([expect.stringContaining('paused'), []]);
    await world.act(runId, 'pause');
    const resumed = await world.act(runId, 'resume');
    expect(resumed.body.pausedAt).toBeNull();
    expect((await world.runWhen(runId, isOver)).status).toBe('completed');
    expect(
      [world.server.keysOf('/first'), world.server.keysOf('/second')].map(({ length }) => length),
    ).toEqual([1, 1]);
    expect((await world.act(runId, 'pause')).body.code).toBe('workflow_run.ended');
    expect((await world.act(runId, 'retry')).body.code).toBe('workflow_run.not_failed');
  });

  it('is canceled during its execution and does nothing more', async () => {
    const asked = Promise.withResolvers<() => void>();
    world.server.answer = (_request, response) => asked.resolve(() => response.end('{}'));
    const runId = await world.trigger(await world.publish([http('long', '/long'), http('after', '/after')]));
    const answer = await asked.promise;
    expect((await world.act(runId, 'cancel')).body.status).toBe('canceled');
    answer();
    const others = await world.execute([end(1)]);
    expect(others.status).toBe('completed');
    expect([(await world.run(runId)).status, world.server.keysOf('/after')]).toEqual(['canceled', []]);
  });

  it('continues when a failover brought back a claim that this process had given up', async () => {
    const workflowId = await world.publish([{ id: 'pause', type: 'delay', seconds: 2 }, end('over')]);
    const runId = await world.trigger(workflowId);
    await world.runWhen(runId, ({ status, steps }) => status === 'waiting' && steps.length === 1);
    await expect.poll(() => world.db.query(bringBack, [runId])).toHaveLength(1);
    expect(await world.runWhen(runId, isOver)).toMatchObject({ status: 'completed', output: 'over' });
  });

  it('emits events at its beginning and end', async () => {
    const sure = await world.execute([end(1)]);
    const failed = await world.execute([{ id: 'finish', type: 'end', status: 'failed', reason: 'no' }]);
    const canceled = await world.trigger(await world.publish([{ id: 'wait', type: 'delay', seconds: 600 }]));
    await world.act(canceled, 'cancel');
    const typesByRun: Record<string, string[]> = {};
    for (let next = '', hasMore = true; hasMore; ) {
      const types = ['created', 'completed', 'failed', 'canceled'].map((how) => `workflow.run.${how}`);
      const { body } = await world.request('GET', `/api/events?types=${types.join()}&limit=1000${next}`);
      for (const { type, data } of body.events) (typesByRun[data.workflowRunId] ??= []).push(type);
      next = `&after=${body.metadata.next}`;
      hasMore = body.metadata.hasMore;
    }
    expect([sure.workflowRunId, failed.workflowRunId, canceled].map((id) => typesByRun[id])).toEqual([
      ['workflow.run.created', 'workflow.run.completed'],
      ['workflow.run.created', 'workflow.run.failed'],
      ['workflow.run.created', 'workflow.run.canceled'],
    ]);
  });

  it('continues from its failed step without repeating completed ones', async () => {
    let works = false;
    world.server.answer = ({ path }, response) =>
      void response.writeHead(path === '/shaky' && !works ? 400 : 200).end('{"n":1}');
    const steps = [
      { id: 'n', type: 'set', values: { n: 1 } },
      http('before', '/before'),
      {
        id: 'each',
        type: 'loop',
        over: [1, 2],
        steps: [
          http('inside', '/inside'),
          { id: 'maybe', type: 'condition', if: 'item == 2', then: [http('shaky', '/shaky')] },
        ],
      },
      end('{{ steps.each.output.iterations }}'),
    ];
    const failed = await world.execute(steps);
    expect(failed).toMatchObject({ status: 'failed', reason: 'Step shaky#1 failed: status 400: {"n":1}' });
    works = true;
    const retried = await world.act(failed.workflowRunId, 'retry');
    expect(retried.status).toBe(200);
    const run = await world.runWhen(failed.workflowRunId, isOver);
    expect([run.status, run.output, run.reason]).toEqual(['completed', 2, null]);
    expect(['/before', '/inside', '/shaky'].map((path) => world.server.keysOf(path).length)).toEqual([
      1, 2, 2,
    ]);
    expect(new Set(world.server.keysOf('/shaky')).size).toBe(1);
  });

  it('keeps the version that it began with', async () => {
    const workflowId = await world.publish([{ id: 'pause', type: 'delay', seconds: 0.3 }, end('old')]);
    const runId = await world.trigger(workflowId);
    const definition = { steps: [end('new')] };
    await world.request('PATCH', `/api/workflows/${workflowId}`, { body: { definition } });
    await world.request('POST', `/api/workflows/${workflowId}/publish`);
    const newer = await world.trigger(workflowId);
    expect((await world.runWhen(runId, isOver)).output).toBe('old');
    expect(await world.runWhen(newer, isOver)).toMatchObject({ output: 'new', version: 2 });
  });

  it('omits long values from lists and returns them individually', async () => {
    const run = await world.execute([{ id: 'long', type: 'transform', value: '{{ input.text }}' }], {
      text: 'x'.repeat(20_000),
    });
    expect(run.steps[0].output).toEqual({ tooLong: 20_002 });
    const step = await world.request('GET', `/api/workflow-runs/${run.workflowRunId}/steps?key=long`);
    expect(step.body.steps[0].output).toBe('x'.repeat(20_000));
  });

  it.each([
    ['the zero character', 'a\\u0000b'],
    ['half a surrogate', 'a\\ud800b'],
  ])('accepts any text in a response, even %s, without blocking other runs', async (_what, odd) => {
    world.server.answer = ({ path }, response) => {
      response.setHeader('content-type', 'application/json');
      response.statusCode = path === '/refused' ? 400 : 200;
      response.end(path === '/refused' ? JSON.parse(`"${odd}"`) : `{"odd":"${odd}"}`);
    };
    const stored = 'a\ufffdb';
    const refused = await world.execute([http('odd', '/refused')]);
    expect([refused.status, refused.reason]).toEqual(['failed', expect.stringMatching(/status 400: a.+b$/)]);
    const text = '{{ steps.odd.output.body.odd }}';
    const run = await world.execute([
      http('odd', '/odd'),
      { id: 'inner', type: 'pushPersonalization', phoneNumber: '+12125550177', data: { odd: text } },
      { id: 'wait', type: 'waitForEvent', key: text, timeoutSeconds: 1, onError: 'continue' },
      { id: 'stop', type: 'end', status: 'failed', reason: text, output: { [odd]: text } },
    ]);
    expect([run.status, run.reason, run.output]).toEqual(['failed', stored, { [odd]: stored }]);
    expect(run.steps.map(({ status }: { status: string }) => status)).toEqual([
      ...['completed', 'completed', 'failed', 'completed'],
    ]);
  });
});

describe('many runs', () => {
  it('execute each step once and leave nothing open', async () => {
    world.server.answer = (_request, response) => void response.end('{}');
    const workflowId = await world.publish([
      { id: 'n', type: 'set', values: { n: 1 } },
      http('many', '/many/{{ input.i }}'),
      end('{{ input.i }}'),
    ]);
    const runIds = await Promise.all(Array.from({ length: 100 }, (_, i) => world.trigger(workflowId, { i })));
    // One wait for all runs, because a wait for each would take longer than the runs.
    await vi.waitFor(async () => expect(await world.db.query(leftOpen)).toEqual([]), {
      timeout: 60_000,
      interval: 50,
    });
    const runs = await Promise.all(runIds.map((runId) => world.run(runId)));
    expect(runs.map(({ output }) => output)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    const paths = world.server.requests
      .filter(({ path }) => path.startsWith('/many/'))
      .map(({ path }) => path);
    expect([paths.length, new Set(paths).size]).toEqual([100, 100]);
  }, 90_000);
});
