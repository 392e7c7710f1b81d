import { describe, expect, it } from 'vitest';
import { type CarryOut, MemoryRun } from '../../../test/world/memory-runs.ts';

const set = (id: string, values: Record<string, unknown>) => ({ id, type: 'set', values });
const transform = (id: string, value: unknown) => ({ id, type: 'transform', value });
const http = (id: string, rest: object = {}) => ({
  id,
  type: 'http',
  url: 'https://api.example.com/',
  ...rest,
});
const end = (output: unknown, rest: object = {}) => ({ id: 'finish', type: 'end', output, ...rest });

async function outcomeOf(steps: unknown[], input: Record<string, unknown> = {}, carryOut?: CarryOut) {
  const run = new MemoryRun(steps, input, carryOut);
  await run.executeToEnd();
  return { run, outcome: run.outcome! };
}

describe('a run', () => {
  it('without steps ends at once', async () => {
    const { outcome } = await outcomeOf([]);
    expect(outcome).toEqual({ status: 'completed', output: null, reason: null });
  });

  it('sets variables, shapes values and ends with an output, in a single write', async () => {
    const { run, outcome } = await outcomeOf(
      [
        set('start', { total: '{{ input.price * input.count }}', note: 'for {{ input.name }}' }),
        set('more', { total: '{{ vars.total + 1 }}' }),
        transform('shape', { sum: '{{ vars.total }}', missing: '{{ input.nothing.here }}' }),
        end({ shape: '{{ steps.shape.output }}', note: '{{ vars.note }}', run: '{{ run.id }}' }),
      ],
      { price: 2.5, count: 4 },
    );
    expect(outcome).toEqual({
      status: 'completed',
      output: { shape: { sum: 11, missing: null }, note: 'for ', run: 'run_1' },
      reason: null,
    });
    expect(run.writings).toHaveLength(1);
    expect([...run.rows.keys()]).toEqual(['start', 'more', 'shape', 'finish']);
  });

  it.each([
    [{ amount: 150 }, 'then', 'large'],
    [{ amount: 50 }, 'else', 'small'],
    [{}, 'else', 'small'],
  ])('takes a branch by its condition: %j', async (input, branch, size) => {
    const { run } = await outcomeOf(
      [
        {
          id: 'check',
          type: 'condition',
          if: 'input.amount > 100',
          then: [set('a', { size: 'large' })],
          else: [set('b', { size: 'small' })],
        },
        end('{{ vars.size }}'),
      ],
      input,
    );
    expect([run.output('check'), run.outcome?.output]).toEqual([{ branch }, size]);
    expect(run.rows.has(branch === 'then' ? 'b' : 'a')).toBe(false);
  });

  it.each([
    ['gold', { case: 0, name: 'best' }, 1],
    ['silver', { case: 1, name: null }, 2],
    ['tin', { case: null }, 3],
  ])('splits by its cases: %s', async (tier, output, rank) => {
    const { run } = await outcomeOf(
      [
        {
          id: 'sort',
          type: 'split',
          cases: [
            { name: 'best', if: 'input.tier == "gold"', steps: [set('a', { rank: 1 })] },
            { if: 'input.tier == "silver"', steps: [set('b', { rank: 2 })] },
          ],
          default: [set('c', { rank: 3 })],
        },
        end('{{ vars.rank }}'),
      ],
      { tier },
    );
    expect([run.output('sort'), run.outcome?.output]).toEqual([output, rank]);
  });

  it('loops over a list with separate results per iteration', async () => {
    const { run, outcome } = await outcomeOf(
      [
        {
          id: 'each',
          type: 'loop',
          over: '{{ input.orders }}',
          as: 'order',
          steps: [
            http('send', { method: 'POST', body: { id: '{{ order.id }}', at: '{{ orderIndex }}' } }),
            {
              id: 'inner',
              type: 'loop',
              over: '{{ order.lines }}',
              as: 'line',
              steps: [transform('pair', '{{ order.id }}-{{ line }}')],
              collect: '{{ steps.pair.output }}',
            },
          ],
          collect: { sent: '{{ steps.send.output.did.body }}', pairs: '{{ steps.inner.output.items }}' },
        },
        end('{{ steps.each.output }}'),
      ],
      { orders: [{ id: 'a', lines: [1, 2] }, { id: 'b' }] },
    );
    expect(outcome.output).toEqual({
      iterations: 2,
      items: [
        { sent: { id: 'a', at: 0 }, pairs: ['a-1', 'a-2'] },
        { sent: { id: 'b', at: 1 }, pairs: [] },
      ],
    });
    expect([...run.rows.keys()]).toEqual([
      'each',
      'send#0',
      'inner#0',
      'pair#0.0',
      'pair#0.1',
      'send#1',
      'inner#1',
      'finish',
    ]);
  });

  it('loops over a thousand elements with a bounded number of steps per write', async () => {
    const list = Array.from({ length: 1000 }, (_, i) => i);
    const steps = [
      {
        id: 'each',
        type: 'loop',
        over: list,
        steps: [transform('double', '{{ item * 2 }}')],
        collect: '{{ steps.double.output }}',
      },
      end('{{ steps.each.output.items[999] }}'),
    ];
    const { run, outcome } = await outcomeOf(steps);
    expect(outcome.output).toBe(1998);
    expect(Math.max(...run.writings.map(({ changed }) => changed.length))).toBeLessThanOrEqual(201);
  });

  it('carries out parallel branches at the same time', async () => {
    const begun: string[] = [];
    const both = Promise.withResolvers<void>();
    const { run, outcome } = await outcomeOf(
      [
        {
          id: 'both',
          type: 'parallel',
          branches: [[http('left')], [http('right'), set('after', { seen: '{{ steps.right.output }}' })], []],
        },
        end('{{ vars.seen }}'),
      ],
      {},
      async ({ entry }) => {
        begun.push(entry.key);
        if (begun.length === 2) both.resolve();
        await both.promise;
        return { kind: 'completed', output: entry.key };
      },
    );
    expect([begun, outcome.output, run.rows.get('both')?.status]).toEqual([
      ['left', 'right'],
      'right',
      'completed',
    ]);
  });

  it('is released while it waits', async () => {
    const run = new MemoryRun(
      [{ id: 'pause', type: 'delay', seconds: '{{ input.days * 86400 }}' }, end('{{ now }}')],
      { days: 30 },
    );
    await run.execute();
    const dueMs = run.nowMs + 30 * 86_400_000;
    expect([run.outcome, run.waitsUntilMs, run.rows.get('pause')?.status]).toEqual([null, dueMs, 'waiting']);
    run.nowMs = dueMs - 1;
    await run.execute();
    expect(run.outcome).toBeNull();
    run.nowMs = dueMs;
    await run.execute();
    expect(run.outcome).toMatchObject({ status: 'completed', output: new Date(dueMs).toISOString() });
  });

  it('waits until a future time, and not for a past one', async () => {
    const until = (text: string) => [{ id: 'pause', type: 'delay', until: text }];
    const run = new MemoryRun(until('{{ input.at }}'), { at: '2026-11-22T08:00:00+02:00' });
    await run.execute();
    expect(run.waitsUntilMs).toBe(Date.parse('2026-11-22T06:00:00Z'));
    expect((await outcomeOf(until('2020-01-01T00:00:00Z'))).outcome.status).toBe('completed');
    expect((await outcomeOf(until('{{ input.none }}'))).outcome.reason).toContain('until must yield a time');
    expect((await outcomeOf(until('2040-01-01T00:00:00Z'))).outcome.reason).toContain('more than a year');
  });

  it('waits for an event, whose payload is the output', async () => {
    const run = new MemoryRun(
      [
        { id: 'wait', type: 'waitForEvent', key: 'order:{{ input.id }}', timeoutSeconds: 60 },
        end('{{ steps.wait.output.paid }}'),
      ],
      { id: 7 },
    );
    await run.execute();
    expect([run.waitsUntilMs, run.rows.get('wait')?.wakeKey]).toEqual([run.nowMs + 60_000, 'event:order:7']);
    run.wake('event:order:8', null);
    run.wake('event:order:7', { paid: true });
    await run.execute();
    expect(run.outcome).toMatchObject({ status: 'completed', output: true });
  });

  it('fails when an event does not arrive in time, or continues if configured', async () => {
    const wait = { id: 'wait', type: 'waitForEvent', key: 'k', timeoutSeconds: 60 };
    expect((await outcomeOf([wait])).outcome).toMatchObject({
      status: 'failed',
      reason: 'Step wait failed: the event that it waited for did not arrive in time',
    });
    const steps = [{ ...wait, onError: 'continue' }, end('{{ steps.wait.status }}: {{ steps.wait.error }}')];
    expect((await outcomeOf(steps)).outcome.output).toBe(
      'failed: the event that it waited for did not arrive in time',
    );
  });

  it('retries a request after its backoff and counts attempts', async () => {
    const at: number[] = [];
    const { run, outcome } = await outcomeOf(
      [http('send'), end('{{ steps.send.output }}')],
      {},
      ({ entry }, { nowMs }) => {
        at.push(nowMs);
        return entry.attempts < 3
          ? { kind: 'retry', error: 'status 503', atMs: nowMs + 1000 * entry.attempts }
          : { kind: 'completed', output: 'sent' };
      },
    );
    expect(at.map((ms) => ms - at[0]!)).toEqual([0, 1000, 3000]);
    expect([outcome.output, run.rows.get('send')?.attempts, run.rows.get('send')?.error]).toEqual([
      'sent',
      3,
      null,
    ]);
  });

  it.each<[unknown[], string]>([
    [[transform('a', '{{ input.x + 1 }}')], 'Step a failed: value: no such overload: string + int'],
    [[{ id: 'c', type: 'condition', if: 'input.x', then: [] }], 'Step c failed: if must yield true or false'],
    [[{ id: 'l', type: 'loop', over: '{{ input.x }}', steps: [] }], 'Step l failed: over must yield a list'],
    [
      [{ id: 'l', type: 'loop', over: [1, 2, 3], maxIterations: 2, steps: [] }],
      'Step l failed: over has 3 elements, more than 2',
    ],
    [[{ id: 'd', type: 'delay', seconds: '{{ input.x }}' }], 'Step d failed: seconds must yield a number'],
    [
      [{ id: 'w', type: 'waitForEvent', key: '{{ input.none }}' }],
      'Step w failed: key must have 1 to 200 characters',
    ],
    ...['..', '.'].map((id): [unknown[], string] => [
      [set('id', { id }), { ...http('h'), url: 'https://x.test/users/{{ vars.id }}/sessions' }],
      'Step h failed: url: a value in its path is . or ..',
    ]),
    [[http('h')], 'Step h failed: status 404'],
    [[{ id: 'l', type: 'loop', over: [1], steps: [http('h')] }], 'Step h#0 failed: status 404'],
  ])('fails with a failed step: %j', async (steps, reason) => {
    const { outcome } = await outcomeOf([...steps, set('never', { a: 1 })], { x: 'text' }, () => ({
      kind: 'failed',
      error: 'status 404',
    }));
    expect(outcome.status).toBe('failed');
    expect(outcome.reason).toContain(reason);
  });

  it('ends at any end step and cancels open steps', async () => {
    const { run, outcome } = await outcomeOf([
      {
        id: 'both',
        type: 'parallel',
        branches: [
          [{ id: 'wait', type: 'waitForEvent', key: 'never' }],
          [http('send'), end(null, { status: 'failed', reason: 'not {{ steps.send.status }}' })],
        ],
      },
    ]);
    expect(outcome).toEqual({ status: 'failed', output: null, reason: 'not completed' });
    expect([run.rows.get('wait')?.status, run.rows.get('both')?.status]).toEqual(['canceled', 'canceled']);
  });

  it('is limited in steps and recorded size', async () => {
    const list = Array.from({ length: 1000 }, (_, i) => i);
    const many = Array.from({ length: 8 }, (_, i) => transform(`t${i}`, i));
    expect((await outcomeOf([{ id: 'l', type: 'loop', over: list, steps: many }])).outcome.reason).toContain(
      '5000 steps',
    );
    const text = 'x'.repeat(200_000);
    const large = [{ id: 'l', type: 'loop', over: list, steps: [transform('t', '{{ input.text }}')] }];
    expect((await outcomeOf(large, { text })).outcome.reason).toContain('recorded steps of the run exceed');
    expect(
      (await outcomeOf([transform('t', { a: '{{ input.text }}', b: '{{ input.text }}' })], { text })).outcome
        .reason,
    ).toContain('its output has more than');
    const answer: CarryOut = () => ({ kind: 'completed', output: text + text });
    expect((await outcomeOf([http('h')], {}, answer)).outcome.reason).toContain('its output has more than');
  });

  it('is released when paused, with steps in flight recorded', async () => {
    const run: MemoryRun = new MemoryRun([http('one'), http('two')], {}, ({ entry }) => {
      run.paused = true;
      return { kind: 'completed', output: entry.key };
    });
    await run.execute();
    expect([run.outcome, run.rows.get('one')?.status, run.rows.get('two')?.status]).toEqual([
      null,
      'completed',
      'running',
    ]);
    run.paused = false;
    await run.execute();
    run.paused = false;
    await run.executeToEnd();
    expect(run.outcome?.status).toBe('completed');
  });

  it('stops writing once it belongs to another process', async () => {
    const run: MemoryRun = new MemoryRun([http('one'), http('two')], {}, ({ entry }) => {
      run.canceled = true;
      return { kind: 'completed', output: entry.key };
    });
    await run.execute();
    expect([run.outcome, [...run.rows.values()].map(({ status }) => status)]).toEqual([null, ['running']]);
  });

  it('is limited in work per step, and yields between steps', async () => {
    const input = { list: Array.from({ length: 15_000 }, (_, i) => i) };
    const once = '{{ input.list.map(x, x).size() }}';
    const { outcome } = await outcomeOf([transform('a', { b: [once, once, once, once] })], input);
    expect(outcome.reason).toContain('Step a failed: value: processes more than 50000 elements');
    const three = Array.from({ length: 9 }, (_, i) => transform(`t${i}`, [once, once, once]));
    const { run } = await outcomeOf(three, input);
    expect([run.outcome?.status, run.writings.map(({ changed }) => changed.length)]).toEqual([
      'completed',
      Array(9).fill(1),
    ]);
  });

  it("fails a step whose output cannot be stored, by the step's rules", async () => {
    let deep: unknown = [];
    for (let i = 0; i < 20_000; i++) deep = [deep];
    const answer: CarryOut = () => ({ kind: 'completed', output: deep });
    const { run, outcome } = await outcomeOf(
      [http('h', { onError: 'continue' }), end('{{ steps.h.error }}')],
      {},
      answer,
    );
    expect(outcome).toMatchObject({
      status: 'completed',
      output: expect.stringContaining('cannot be recorded'),
    });
    expect(run.rows.get('h')).toMatchObject({ status: 'failed', attempts: 1 });
  });

  it('fails a step that is interrupted repeatedly, by internal errors or crashes', async () => {
    let count = 0;
    const broken = new MemoryRun([http('h')], {}, () => {
      count++;
      throw new Error('it broke');
    });
    for (let i = 0; i < 40 && !broken.outcome; i++) await broken.execute().catch(() => undefined);
    expect(broken.outcome?.reason).toBe('Step h failed: it could not be carried out: it broke');
    expect(count).toBe(20);
    const dying = new MemoryRun([http('h', { onError: 'continue' }), end('{{ steps.h.error }}')]);
    // The process dies after the beginning of the step is recorded.
    dying.onWrite = (when) => {
      if (when === 'after' && !dying.outcome) throw new Error('killed');
    };
    for (let i = 0; i < 40 && !dying.outcome; i++) await dying.execute().catch(() => undefined);
    expect(dying.outcome?.output).toBe('it was started 20 times and interrupted each time');
  });

  it('continues with events that arrive during its execution', async () => {
    const steps = [
      {
        id: 'both',
        type: 'parallel',
        branches: [[{ id: 'wait', type: 'waitForEvent', key: 'k' }], [http('send'), http('more')]],
      },
      end(['{{ steps.wait.output }}', '{{ steps.send.output }}', '{{ steps.more.output }}']),
    ];
    const run: MemoryRun = new MemoryRun(steps, {}, ({ entry }) => {
      if (entry.key === 'send') run.wake('event:k', 'came');
      return { kind: 'completed', output: entry.key };
    });
    await run.execute();
    expect(run.outcome?.output).toEqual(['came', 'send', 'more']);
  });
});
