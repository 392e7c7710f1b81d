import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDefinition, nestedLists, type Step, stepTypes } from './index.ts';

const problems = (steps: unknown, rest: object = {}) => {
  const checked = checkDefinition({ version: 1, steps, ...rest });
  return 'problems' in checked ? checked.problems.map(({ field, message }) => `${field}: ${message}`) : [];
};
const set = (id: string, value: unknown = 1) => ({ id, type: 'set', values: { a: value } });
const end = (id = 'done') => ({ id, type: 'end' });
const url = 'https://api.example.com/a';

describe('a definition', () => {
  it('is valid in all examples', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../examples/workflow.json'), 'utf8');
    expect(checkDefinition(JSON.parse(text))).toHaveProperty('definition');
  });

  it.each([
    ['nothing', undefined],
    ['no steps', []],
    [
      'steps of every kind',
      [
        set('start'),
        { id: 'shape', type: 'transform', value: { tier: '{{ vars.a }}' } },
        {
          id: 'check',
          type: 'condition',
          if: 'input.amount > 100',
          then: [{ id: 'tell', type: 'http', url, headers: { authorization: { secret: 'token' } } }],
          else: [set('small')],
        },
        { id: 'sort', type: 'split', cases: [{ if: 'steps.tell.output.status == 200', steps: [set('ok')] }] },
        { id: 'both', type: 'parallel', branches: [[set('left')], [set('right')]] },
        {
          id: 'each',
          type: 'loop',
          over: '{{ input.orders }}',
          as: 'order',
          steps: [{ id: 'one', type: 'transform', value: '{{ order.id }}/{{ orderIndex }}' }],
          collect: '{{ steps.one.output }}',
        },
        { id: 'pause', type: 'delay', seconds: 5 },
        { id: 'queue', type: 'queueCall', agentId: 'agent_1', call: { phoneNumber: '{{ input.phone }}' } },
        { id: 'call', type: 'placeCall', agentId: 'agent_1', call: {}, waitForEnd: { timeoutSeconds: 60 } },
        { id: 'say', type: 'sendChatMessage', chatId: '{{ input.chatId }}', content: 'Hello' },
        { id: 'push', type: 'pushPersonalization', phoneNumber: '{{ input.phone }}', data: { a: 1 } },
        { id: 'find', type: 'searchKnowledge', query: '{{ input.phone }}', sourceIds: ['source_1'] },
        {
          id: 'think',
          type: 'languageModel',
          model: { provider: 'openai', model: 'gpt-4.1-mini' },
          prompt: 'Hello {{ steps.each.output.items }}',
        },
        { id: 'other', type: 'workflow', workflowId: 'workflow_1', input: { a: '{{ steps.left.output }}' } },
        { id: 'wait', type: 'waitForEvent', key: 'order:{{ input.id }}' },
        { id: 'finish', type: 'end', output: '{{ steps.wait.output }}' },
      ],
    ],
  ])('is valid with %s', (_what, steps) => {
    expect(problems(steps)).toEqual([]);
    const types = (list: Step[]): string[] =>
      list.flatMap((step) => [step.type, ...nestedLists(step).flatMap(({ steps }) => types(steps))]);
    const checked = checkDefinition({ steps });
    if (steps && steps.length > 1 && 'definition' in checked)
      expect(new Set(types(checked.definition.steps))).toEqual(new Set(stepTypes));
  });

  it.each<[string, unknown, string]>([
    ['another version', { version: 2 }, 'version'],
    ['a field that is not known', { then: 1 }, 'then'],
    ['what is no list', { steps: {} }, 'steps'],
    ['nesting without end', nested(200), 'definition'],
  ])('is invalid with %s', (_what, definition, field) => {
    const checked = checkDefinition(definition);
    expect('problems' in checked && checked.problems[0]?.field).toBe(field);
  });

  it.each<[unknown[], string]>([
    [[{ id: 'a', type: 'email' }], 'steps.0.type: must be one of set, transform'],
    [[{ type: 'end' }], 'steps.0.id: is required'],
    [[{ id: 'a-b', type: 'end' }], 'steps.0.id: must be letters'],
    [[{ id: 'a', type: 'http' }], 'steps.0.url: is required (step a)'],
    [[{ id: 'a', type: 'http', url, method: 'FETCH' }], 'steps.0.method: must be one of GET'],
    [[{ id: 'a', type: 'http', url: 'ftp://x' }], 'steps.0.url: must be an http or https URL (step a)'],
    [
      [{ id: 'a', type: 'http', url: 'https://{{ input.host }}/a' }],
      'steps.0.url: must not have expressions',
    ],
    [[{ id: 'a', type: 'http', url: 'https://u:p@example.com' }], 'steps.0.url: must not contain a user'],
    [[{ id: 'a', type: 'http', url, headers: { a: { secret: 1 } } }], 'steps.0.headers.a'],
    [[{ id: 'a', type: 'http', url, body: { b: ['{{ 1 + }}'] } }], 'steps.0.body.b.0: Unexpected token'],
    [
      [{ id: 'a', type: 'http', url, responseSchema: { type: 'thing' } }],
      'steps.0.responseSchema: is not a supported JSON',
    ],
    [[{ id: 'a', type: 'delay' }], 'steps.0.seconds: must be given, or until'],
    [[{ id: 'a', type: 'delay', seconds: 1, until: 'x' }], 'steps.0.seconds: must be given, or until'],
    [[{ id: 'a', type: 'delay', seconds: -1 }], 'steps.0.seconds: must be at least 0'],
    [[{ id: 'a', type: 'set', values: {} }], 'steps.0.values: must be the name of a variable'],
    [[{ id: 'a', type: 'set', values: { 'b c': 1 } }], 'steps.0.values.b c: must be letters'],
    [[set('a'), set('a')], 'steps.1.id: must be unique; another step has this id'],
    [
      [set('a', '{{ steps.b.output }}'), set('b')],
      'steps.0.values.a: refers to step b, which cannot have run before',
    ],
    [[set('a', '{{ steps.a.output }}')], 'steps.0.values.a: refers to step a, which cannot have run before'],
    [
      [set('a', '{{ steps.nowhere.output }}')],
      'steps.0.values.a: refers to step nowhere, which does not exist',
    ],
    [[set('a', '{{ secrets.token }}')], 'steps.0.values.a: secrets must be written as'],
    [[set('a', '{{ item }}')], 'steps.0.values.a: refers to item, which is none of input, vars, run, now'],
    [[set('a', '{{ input.x')], 'steps.0.values.a: has {{ without }}'],
    [
      [{ id: 'p', type: 'parallel', branches: [[set('l')], [set('r', '{{ steps.l.output }}')]] }],
      'branches.1.0.values.a: refers to step l',
    ],
    [
      [{ id: 'c', type: 'condition', if: 'steps.t.output', then: [set('t')] }],
      'steps.0.if: refers to step t',
    ],
    [[{ id: 'c', type: 'condition', if: 'true' }], 'steps.0.then: is required'],
    [
      [{ id: 'l', type: 'loop', over: [1], steps: [set('x')] }, set('y', '{{ steps.x.output }}')],
      'steps.1.values.a: refers to step x, which cannot have run before. After a loop',
    ],
    [[{ id: 'l', type: 'loop', over: '{{ item }}', steps: [] }], 'steps.0.over: refers to item'],
    [[{ id: 'l', type: 'loop', over: [], as: 'input', steps: [] }], 'steps.0.as: cannot be input'],
    [
      [{ id: 'l', type: 'loop', over: [], maxIterations: 1001, steps: [] }],
      'steps.0.maxIterations: must be at most 1000',
    ],
    [[end(), set('a')], 'steps.1.type: is never reached: the run ends with done'],
    [
      [{ id: 'c', type: 'condition', if: 'true', then: [end('x')], else: [end('y')] }, set('a')],
      'steps.1.type: is never reached: the run ends with c',
    ],
    [
      [{ id: 'c', type: 'split', cases: [{ if: 'true', steps: [] }], surplus: 1 }],
      'steps.0.surplus: is not a known field',
    ],
    [[deep(9)], 'is nested more than 8 deep'],
    [Array.from({ length: 201 }, (_, i) => set(`s${i}`)), 'steps.200: exceeds the limit of 200 steps'],
  ])('is rejected with step and field: %j', (steps, words) => {
    const found = problems(steps);
    expect(found[0]).toContain(words);
    if (words.includes('.values')) expect(found[0]).toMatch(/\(step \w+\)$/);
  });

  it('gets all problems reported at once', () => {
    expect(
      problems([set('a', '{{ b }}'), { id: 'a', type: 'delay' }, { id: 'c', type: 'delay' }]),
    ).toHaveLength(4);
  });

  it('of any shape is checked without an exception', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const step = fc.record(
      {
        id: fc.oneof(fc.constantFrom('a', 'b', 'c'), json),
        type: fc.oneof(fc.constantFrom(...stepTypes), json),
        steps: json,
        then: json,
        values: fc.oneof(fc.constant({ a: '{{ steps.a.output + input.b }}' }), json),
        url: fc.oneof(fc.constant(url), json),
        if: fc.oneof(fc.constant('vars.a'), json),
        over: json,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(json, fc.record({ steps: fc.array(fc.oneof(step, json), { maxLength: 5 }) })),
        (value) => {
          const checked = checkDefinition(value);
          if ('problems' in checked) expect(checked.problems.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

function deep(levels: number): unknown {
  return {
    id: `d${levels}`,
    type: 'condition',
    if: 'true',
    then: levels === 1 ? [set('leaf')] : [deep(levels - 1)],
  };
}

function nested(levels: number): unknown {
  let value: unknown = {};
  for (let i = 0; i < levels; i++) value = { steps: [value] };
  return value;
}
