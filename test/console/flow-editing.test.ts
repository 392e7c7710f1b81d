import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readParts,
  readTest,
  writeParts,
  writeTest,
} from '../../console/src/features/agents/dialogue/conditions.ts';
import {
  askingStep,
  type Fields,
  newDialogue,
  possibleSteps,
  stepKinds,
  withNewNode,
  withNewSlot,
  withNodeRenamed,
  withoutForgotten,
  withSlotRenamed,
  withStep,
} from '../../console/src/features/agents/dialogue/edit.ts';
import {
  answersOf,
  notUnderstoodOf,
  questionsOf,
  withOffer,
  withoutQuestion,
  withQuestion,
  withQuestionChanged,
  withWording,
} from '../../console/src/features/agents/dialogue/questions.ts';
import {
  conditionFor,
  emptyFlow,
  newGlobal,
  withNewStage,
  withoutStage,
  withoutVariable,
  withStage,
  withStageRenamed,
  withVariableRenamed,
} from '../../console/src/features/agents/flow/edit.ts';
import { flowExamples } from '../../console/src/features/agents/flow/flow-examples.ts';
import {
  type FlowAgent,
  localProblems,
  remoteProblems,
} from '../../console/src/features/agents/flow/problems.ts';
import { readVariable, writeVariable } from '../../console/src/features/agents/flow/variables.ts';
import { layOut } from '../../console/src/features/flow-graph/layout.ts';
import type { Box, Place } from '../../console/src/features/flow-graph/region.ts';
import { conditionText, flowView } from '../../console/src/features/flow-stages/index.ts';
import { at, withValue } from '../../console/src/features/json-text/index.ts';
import { checkFlow, type Flow } from '../../src/conversation/flow/index.ts';
import { DialogueSchema } from '../../src/conversation/providers/scripted/index.ts';
import { templates } from '../../src/domains/agent-templates/index.ts';
import { Flow as FlowFields } from '../../src/domains/agents/configuration/flow.ts';
import { flowProblems } from '../../src/domains/agents/flow-problems.ts';
import { type AgentConfiguration, CreateAgent } from '../../src/domains/agents/index.ts';
import { ScriptedCaller } from '../pipeline/scripted-caller.ts';

const stage = {
  ...{ instructions: 'Talk.', dialogue: null, says: null, tools: null },
  ...{
    collects: [] as string[],
    edges: [] as object[],
    global: null as object | null,
    finish: null as unknown,
  },
};

const conditions = fc.oneof(
  fc.constant({ choice: 'the caller agrees' }),
  fc.constant({ when: 'vars.age > 17' }),
  fc.constantFrom('1', '2').map((keys) => ({ keys })),
  fc.constant({ silence: true }),
  fc.constant({ failure: true }),
);
const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta'];

/** Flows of up to eight stages, with and without faults. */
const flows = fc.nat({ max: 7 }).chain((last) => {
  const own = names.slice(0, last + 1);
  const to = fc.constantFrom(...own, ...own, ...own, 'lost');
  const stages = fc.record({
    edges: fc.array(
      fc.tuple(to, conditions).map(([target, condition]) => ({ to: target, ...condition })),
      { maxLength: 4 },
    ),
    collects: fc.subarray(['age', 'size']),
    global: fc.option(fc.constant({ choice: 'the caller wants to stop' }), { freq: 4 }),
    finish: fc.option(
      fc.oneof(
        fc.constant('end-call'),
        fc.boolean().map((mayReturn) => ({ handOver: { agentId: 'agent_1', mayReturn } })),
      ),
      { freq: 4 },
    ),
    instructions: fc.constantFrom(
      'Talk.',
      'Talk about the weather of the last few days and weeks, and listen.',
      '',
    ),
  });
  return fc.tuple(...own.map(() => stages)).map((all) => ({
    start: own[0]!,
    variables: { type: 'object', properties: { age: { type: 'integer' } } },
    stages: Object.fromEntries(own.map((name, index) => [name, { ...stage, ...all[index]! }])),
  }));
});

const agentWith = (flow: unknown): FlowAgent => ({
  ...{ flow, model: { provider: 'openai' }, speechToSpeech: null, tools: [], transferDestinations: [] },
  conversation: { menus: null },
});

describe('the graph of a flow', () => {
  const measures = { hasNote: (name: string) => name === 'beta', widthOf: (text: string) => text.length * 7 };
  const areApart = (one: Box, other: Box) =>
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y;
  /** What a frame must not cover: everything that is drawn. */
  const isSolid = ({ kind }: Place) => kind !== 'frame';

  test('draws every stage once, without overlaps, and lines only between existing places', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const view = flowView(flow);
        const { places, lines, width, height } = layOut(view, measures);
        const ids = new Set(places.map(({ id }) => id));
        expect(ids.size).toBe(places.length);
        expect(
          places
            .filter(({ kind }) => kind === 'stage')
            .map(({ id }) => id)
            .toSorted(),
        ).toEqual(Object.keys(flow.stages).toSorted());
        for (const { source, target, points } of lines) {
          expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
          expect(points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
        }
        const ways = Object.entries(flow.stages).flatMap(([from, { edges }]) =>
          edges.map(({ to }) => `${from}→${to}`),
        );
        expect(lines.map(({ from, to }) => `${from}→${to}`).toSorted()).toEqual(
          [...new Set(ways)].toSorted(),
        );
        const solid = places.filter(isSolid);
        for (const [index, one] of solid.entries()) {
          const isInside =
            one.x >= -1 && one.y >= -1 && one.x + one.width <= width + 1 && one.y + one.height <= height + 1;
          expect([one.id, isInside]).toEqual([one.id, true]);
          for (const other of solid.slice(index + 1))
            expect([one.id, other.id, areApart(one, other)]).toEqual([one.id, other.id, true]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('stays as it is while text is typed that needs no more room', () => {
    const flowWith = (instructions: string) => ({
      start: 'alpha',
      stages: { alpha: { instructions, edges: [{ to: 'beta', silence: true }] }, beta: { says: 'Bye.' } },
    });
    const drawn = (instructions: string) =>
      layOut(flowView(flowWith(instructions)), measures).places.map((place) =>
        place.kind === 'stage' ? [place.y, place.height, place.stage.instructions] : [place.y, place.height],
      );
    const [[y, height]] = drawn('Ask for the day.') as [[number, number]];
    expect(drawn('Ask for the date.')[0]).toEqual([y, height, 'Ask for the date.']);
    expect(drawn('Ask for the day. '.repeat(4))[0]![1]).toBeGreaterThan(height);
  });

  test('keeps stages that are reached from everywhere apart, with what only they lead to', () => {
    const flow = {
      start: 'order',
      stages: {
        order: { instructions: 'Ask.', edges: [{ to: 'person', failure: true }] },
        person: { says: 'One moment.', global: { keys: '0' }, edges: [{ to: 'sorry', failure: true }] },
        sorry: { instructions: 'Say so.', edges: [{ to: 'order', choice: 'the caller agrees' }] },
      },
    };
    const stray = { instructions: 'Talk.', edges: [{ to: 'order', silence: true }] };
    const frames = (stages: object) =>
      layOut(flowView({ ...flow, stages }), measures).places.flatMap((place) =>
        place.kind === 'frame' ? [place.title] : [],
      );
    expect(frames(flow.stages)).toEqual(['Reached from every stage']);
    expect(frames({ ...flow.stages, stray })).toEqual(['Not reached yet', 'Reached from every stage']);
    const { places } = layOut(flowView(flow), measures);
    const frame = places.find(({ kind }) => kind === 'frame')!;
    const isFramed = (id: string) => places.find((place) => place.id === id)!.x > frame.x;
    expect(['order', 'person', 'sorry'].map(isFramed)).toEqual([false, true, true]);
    expect(places.flatMap((place) => (place.kind === 'stub' ? [`${place.from}→${place.to}`] : []))).toEqual([
      'order→person',
      'sorry→order',
    ]);
  });
});

test.each([
  ['vars.date != null && vars.guests != null', 'date and guests known'],
  ['vars.a != null && vars.b != null && vars.c!=null', 'a, b and c known'],
  ['vars.guests > 8', 'if guests over 8'],
  ['vars.guests >= 2 && call.country == "DE"', 'if guests at least 2 and country is DE'],
  ['vars.paid == true || vars.tier != "gold"', 'if paid is true or tier is not gold'],
  ['vars.ok && !vars.late', 'if ok is true and late is false'],
  ['vars.name == "a && b"', 'if name is a && b'],
  ['size(vars.list) > 2 && (vars.a || vars.b)', 'if size(list) > 2 and (a || b)'],
  ['', 'no condition yet'],
])('says the condition %s as: %s', (value, text) => {
  expect(conditionText({ kind: 'when', value })).toBe(text);
});

describe('edits of a flow', () => {
  test('rename a stage with everything that names it, and back', () => {
    const dialogue = { start: 'n', nodes: { n: { say: 'Hi.', stage: 'beta' } } };
    fc.assert(
      fc.property(flows, (flow) => {
        const before = { ...flow, stages: { ...flow.stages, said: { ...stage, dialogue } } };
        const after = withStageRenamed(before, 'beta', 'renamed');
        expect(JSON.stringify(after)).not.toContain('beta');
        expect(withStageRenamed(after, 'renamed', 'beta')).toEqual(before);
      }),
    );
  });

  test('delete a stage with the ways that lead to it, and choose another start', () => {
    const edges = [{ to: 'beta', choice: 'yes' }];
    const flow = { start: 'beta', stages: { alpha: { ...stage, edges }, beta: stage } };
    expect(withoutStage(flow, 'beta')).toEqual({
      flow: { start: 'alpha', stages: { alpha: { ...stage, edges: [] } } },
      edgeCount: 1,
    });
  });

  test('add a stage that another one leads to', () => {
    const { flow, name } = withNewStage({ start: 'stage1', stages: { stage1: stage } }, 'stage1', true);
    expect(name).toBe('stage2');
    const edges = [{ to: 'stage2', choice: 'the caller wants to go on' }];
    expect(flow).toMatchObject({ stages: { stage1: { edges }, stage2: {} } });
  });

  test('rename a variable in a dialogue', () => {
    const flowWith = (name: string) => ({
      variables: { type: 'object', properties: { [name]: { type: 'integer' } } },
      stages: {
        a: {
          dialogue: {
            start: 'age',
            slots: { [name]: { type: 'number' } },
            nodes: {
              age: {
                say: `You are {{${name}}}?`,
                set: { [name]: null },
                listen: { options: [{ phrases: [`i am {${name}}`], goto: 'ask' }], slot: name, goto: 'ask' },
              },
              ask: {
                branch: [{ if: { all: [{ name, over: 17 }, { not: { name, is: 99 } }] }, goto: 'look' }],
                otherwise: 'age',
              },
              look: {
                call: {
                  tool: 'age',
                  arguments: { age: `{{${name}}}`, name: 'age' },
                  result: { [name]: 'age' },
                  onSuccess: 'age',
                  onFailure: 'age',
                },
              },
            },
          },
        },
      },
    });
    expect(withVariableRenamed(flowWith('age'), 'age', 'years')).toEqual(flowWith('years'));
  });

  test('rename and remove a variable where stages use it', () => {
    const flow = {
      variables: { type: 'object', properties: { age: { type: 'integer' }, ages: { type: 'integer' } } },
      stages: {
        a: {
          ...{ instructions: 'You are {{age}}, not {{ages}}.', collects: ['age', 'ages'] },
          ...{ edges: [{ to: 'b', when: 'vars.age > vars.ages' }], finish: { transfer: '{{age}}' } },
        },
      },
    };
    const renamed = withVariableRenamed(flow, 'age', 'years');
    expect(renamed).toEqual({
      variables: { type: 'object', properties: { years: { type: 'integer' }, ages: { type: 'integer' } } },
      stages: {
        a: {
          ...{ instructions: 'You are {{years}}, not {{ages}}.', collects: ['years', 'ages'] },
          ...{ edges: [{ to: 'b', when: 'vars.years > vars.ages' }], finish: { transfer: '{{years}}' } },
        },
      },
    });
    expect(withoutVariable(renamed, 'years')).toMatchObject({
      variables: { properties: { ages: {} } },
      stages: { a: { collects: ['ages'] } },
    });
  });
});

test.each([
  [{ type: 'string' }],
  [{ type: 'string', description: 'The name', minLength: 2, maxLength: 60 }],
  [{ type: 'string', format: 'date' }],
  [{ type: 'string', enum: ['gold', 'silver'] }],
  [{ type: 'integer', minimum: 0, maximum: 40, description: 'Guests' }],
  [{ type: 'boolean', description: 'Whether it is urgent' }],
])('reads and writes the variable %j', (schema) => {
  expect(writeVariable(readVariable(schema)!)).toEqual(schema);
});

test.each([
  [{ type: ['string', 'null'] }],
  [{ type: 'string', pattern: '^\\d{8}$' }],
  [{ type: 'integer', enum: [1, 2] }],
  [{ type: 'array', items: { type: 'string' } }],
  [{ type: 'string', enum: ['a', null] }],
  [{}],
])('leaves the schema %j as text', (schema) => {
  expect(readVariable(schema)).toBeNull();
});

describe('the problems of a flow', () => {
  test('include every structural problem that the service finds', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const local = new Set(localProblems(agentWith(flow)).map(({ path }) => path.join('.')));
        // An empty stage is marked at the field that is missing.
        for (const { path } of checkFlow(flow as unknown as Flow)) {
          const name = path.join('.');
          expect([name, local.has(name) || local.has(`${name}.instructions`)]).toEqual([name, true]);
        }
      }),
    );
  });

  test('are none in the examples', () => {
    for (const { id, flow } of flowExamples) expect([id, localProblems(agentWith(flow))]).toEqual([id, []]);
  });

  test('name what the agent lacks, and a stage without a way out', () => {
    const flow = {
      start: 'a',
      stages: {
        a: { ...stage, tools: ['pay'], finish: { transfer: 'front' } },
        b: { ...stage, edges: [{ to: 'a' }] },
      },
    };
    const problems = localProblems({ ...agentWith(flow), model: null });
    expect(problems.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      ': A model speaks in the stage a, and the agent has none. Choose one under Edit.',
      'stages.a.tools.0: The agent has no tool pay.',
      'stages.a.finish.transfer: The agent has no transfer destination front.',
      'stages.b.edges.0: Choose when this way is taken.',
      'stages.b: No stage leads here.',
    ]);
    const alone = localProblems(agentWith({ start: 'a', stages: { a: stage } }));
    expect(alone.map(({ tone, path }) => [tone, path.join('.')])).toEqual([['waiting', 'stages.a.edges']]);
  });

  test('keep a refusal of the service until its field is changed', () => {
    const flowWith = (when: string, to = 'b') => ({
      start: 'a',
      variables: { properties: { age: {} } },
      stages: { a: { ...stage, edges: [{ to, when }] }, b: stage },
    });
    const refused = {
      fields: [
        { field: 'flow.stages.a.edges.0.when', message: 'found the end' },
        { field: 'flow.stages.a.edges.0.to', message: 'there is no stage c' },
        { field: 'name', message: 'must not be empty' },
      ],
      agent: agentWith(flowWith('vars.age >', 'c')),
    };
    const left = (flow: unknown) => remoteProblems(refused, flow).map(({ path }) => path.join('.'));
    expect(left(flowWith('vars.age >', 'b'))).toEqual(['stages.a.edges.0.when']);
    expect(left(flowWith('vars.age > 1', 'c'))).toEqual([]);
  });
});

describe('the defaults of the editor', () => {
  /** Returns all that prevents publishing. */
  const faults = async (flow: unknown, hasModel: boolean) => {
    const read = FlowFields.safeParse(flow);
    if (!read.success) return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    const agent = { ...agentWith(flow), model: hasModel ? { provider: 'openai' } : null };
    const local = localProblems(agent).filter(({ tone }) => tone === 'bad');
    const remote = await flowProblems({ ...agent, flow: read.data } as never);
    return [...local, ...remote].map(({ message }) => message);
  };

  test.each([true, false])(
    'for stages, ways and dialogues can be published (with a model: %s)',
    async (hasModel) => {
      const begun = emptyFlow(hasModel);
      const { flow, name } = withNewStage(begun, 'welcome', hasModel);
      const third = withNewStage(flow, name, hasModel);
      const dialogue = withStage(begun, 'welcome', {
        dialogue: newDialogue(),
        instructions: '',
        says: null,
        finish: null,
      });
      const asked = withNewStage(dialogue, 'welcome', hasModel).flow;
      const flows = [begun, flow, third.flow, dialogue, asked];
      flows.push(withStage(flow, name, { global: newGlobal(hasModel) }));
      const [from] = flowView(flow).stages;
      for (const kind of ['choice', 'keys', 'when', 'silence', 'failure'] as const) {
        // Without a model, only some conditions can lead on. The page marks the others.
        if (!hasModel && (kind === 'choice' || kind === 'failure')) continue;
        const edges = [{ to: name, ...conditionFor(kind, from!, []) }];
        flows.push(withStage(flow, 'welcome', { edges }));
      }
      for (const one of flows) expect(await faults(one, hasModel)).toEqual([]);
    },
  );

  test('for each step of a dialogue can be published or say what to choose, whatever step was there before', () => {
    const around = { tools: ['book'], destinations: ['desk'], stages: ['next'] };
    expect(possibleSteps(around)).toEqual(stepKinds);
    const check = (dialogue: unknown) => expect(DialogueSchema.safeParse(dialogue).error).toBeUndefined();
    check(newDialogue());
    check(withNewSlot(newDialogue()).dialogue);
    for (const kind of stepKinds.slice(1, 5)) check(withStep(newDialogue(), 'ask', kind, around));
    // A step that led nowhere leads back to the question.
    const { dialogue, name } = withQuestion(newDialogue(), { wordings: 'Why?', answer: 'Because.' });
    check(withStep(withStep(dialogue, name, 'end', around), name, 'goto', around));
    const end = { start: 'a', nodes: { a: { say: 'Bye.', end: true } } };
    check(withStep(end, 'a', 'stage', around));
    check(withStep(end, 'a', 'end', around));
    expect(problemsOf(withStep(end, 'a', 'goto', around))).toEqual([
      'The step a (“Bye.”) leads nowhere yet. Choose the next step.',
    ]);
    expect(problemsOf(withStep(newDialogue(), 'ask', 'listen', around))).toEqual([
      'Say what the caller says or presses here.',
    ]);
  });
});

/** Returns the problems of an agent whose only stage has this dialogue. */
function problemsOf(dialogue: unknown): string[] {
  const flow = { start: 'a', stages: { a: { ...stage, instructions: '', dialogue } } };
  return localProblems({ ...agentWith(flow), model: null }).map(({ message }) => message);
}

test('a step to which nothing leads is a problem, and goes with the choice of another one if it is new', () => {
  const { dialogue, name } = withNewNode(newDialogue());
  expect(problemsOf(dialogue)).toEqual([
    `No answer leads to the step ${name} (“Thank you. Goodbye.”). Choose it as the next step of another one, or delete it.`,
  ]);
  expect(withoutForgotten(dialogue)).toEqual(newDialogue());
  const written = withValue(dialogue, ['nodes', name, 'say'], 'Bye.') as Fields;
  expect(withoutForgotten(written)).toEqual(written);
});

describe('a question and its answer', () => {
  const question = {
    wordings: 'Do you have gluten-free bread?\n\n(vegan | plant based) [cakes]',
    answer: 'Yes, on Thursdays.',
  };

  test.each(templates)('can be added to the agent of $job', ({ embedded }) => {
    for (const [name, { dialogue }] of Object.entries(embedded.flow!.stages)) {
      if (!dialogue || askingStep(dialogue) === null) continue;
      const added = withQuestion(dialogue, question);
      expect([name, DialogueSchema.safeParse(added.dialogue).error]).toEqual([name, undefined]);
      expect(added.name).toBe('glutenFreeBread');
      expect(withQuestion(added.dialogue, question).name).not.toBe(added.name);
    }
  });

  test('is found again, changed and removed', () => {
    const before = newDialogue();
    const { dialogue } = withQuestion(before, question);
    const [found] = questionsOf(dialogue);
    expect(questionsOf(dialogue)).toEqual([
      { ...question, wordings: question.wordings.replace('\n\n', '\n'), index: 0, name: 'glutenFreeBread' },
    ]);
    const other = { wordings: 'Are there cakes?', answer: 'On Fridays.' };
    const changed = withQuestionChanged(dialogue, found!, other);
    expect(changed).toMatchObject({
      anywhere: [{ phrases: [], questions: ['Are there cakes?'], goto: 'glutenFreeBread' }],
      nodes: { glutenFreeBread: { say: 'On Fridays.', goto: 'ask' } },
    });
    expect(withoutQuestion(changed, questionsOf(changed)[0]!)).toEqual({ ...before, anywhere: [] });
    // Keywords that a person wrote stay, and the first step is never removed as an answer.
    const own = { keywords: ['hours', 'when open'], phrases: ['opening hours'], goto: 'hours' };
    const answer = { say: 'Nine.', goto: 'ask' };
    const hours = withValue({ ...before, anywhere: [own] }, ['nodes', 'hours'], answer) as Fields;
    const rewritten = withQuestionChanged(hours, questionsOf(hours)[0]!, {
      ...{ wordings: 'opening hours', answer: 'Ten.' },
    });
    expect(at(rewritten, ['anywhere', '0'])).toMatchObject({ keywords: own.keywords });
    expect(questionsOf({ ...hours, start: 'hours' })).toEqual([]);
    // Other answers of every step are no questions.
    const { embedded } = templates.find(({ job }) => job === 'receptionist')!;
    expect(questionsOf(at(embedded, ['flow', 'stages', 'reception', 'dialogue']) as Fields)).toEqual([]);
  });

  test('comes from a line that was not understood, or is another wording of a known one', () => {
    const { dialogue, name } = withQuestion(newDialogue(), question);
    const said = [
      { role: 'user', text: 'Got any cakes?' },
      { role: 'bot', text: 'Sorry, I did not get that. Hello. Shall we begin?' },
      { role: 'user', text: '7' },
      { role: 'bot', text: 'Sorry, I did not get that.' },
      { role: 'user', text: 'yes' },
      { role: 'bot', text: 'Thank you. Goodbye.' },
    ];
    expect(notUnderstoodOf(said, dialogue)).toEqual(['Got any cakes?']);
    expect(answersOf(dialogue)).toContainEqual({ name, label: 'Do you have gluten-free bread?' });
    expect(answersOf(dialogue)).toContainEqual({ name: 'bye', label: '“Thank you. Goodbye.”' });
    const taught = withWording(dialogue, name, 'Got any cakes?');
    expect(DialogueSchema.safeParse(taught).error).toBeUndefined();
    expect(problemsOf(taught)).toEqual([]);
    expect(questionsOf(taught)[0]!.wordings).toContain('Got any cakes?');
    expect(notUnderstoodOf(said, taught)).toEqual([]);
  });

  test('is offered by the agent, with those that it offers already', () => {
    const once = withOffer('What else?', 'Do you have gluten-free bread?');
    expect(once).toBe('What else? You can also ask about gluten-free bread.');
    const twice = withOffer(once, 'Is there parking?');
    expect(twice).toBe('What else? You can also ask about gluten-free bread or parking.');
    const all = 'What else? You can also ask about gluten-free bread, parking or vegan cakes.';
    expect(withOffer(twice, 'Any vegan cakes?')).toBe(all);
    const action = withOffer('What else?', 'Can I pay by card?');
    expect(action).toBe('What else? You can also ask: can I pay by card?');
    const long = withOffer('What else?', 'How much is a new inner tube');
    expect(long).toBe('What else? You can also ask: how much is a new inner tube?');
  });

  test('is understood in plain words, at first and later, among the answers of the template', async () => {
    const { embedded, variables } = templates.find(({ job }) => job === 'receptionist')!;
    const path = ['flow', 'stages', 'reception', 'dialogue'];
    const { dialogue } = withQuestion(at(embedded, path) as Fields, question);
    const more = withQuestion(dialogue, { wordings: 'Can I pay by card?', answer: 'Yes, by card.' });
    const agent = CreateAgent.parse(withValue(embedded, path, more.dialogue)) as AgentConfiguration;
    const values = Object.fromEntries(variables.map(({ name, example }) => [name, example]));
    const caller = await ScriptedCaller.call(agent, values);
    await caller.listen();
    const asksOn = 'Can I do anything else for you? Say opening hours, address or person, or say no.';
    for (const said of [
      'Do you have gluten-free bread',
      'is there any GLUTEN FREE bread please?',
      'vegan cakes',
    ])
      expect(await caller.say(said)).toBe(`Yes, on Thursdays. ${asksOn}`);
    expect(await caller.say('Hello, could I pay with a card?')).toBe(`Yes, by card. ${asksOn}`);
    expect(await caller.say('Where are you?')).toMatch(/^We are at twelve Harbor Street/);
    expect(await caller.say('no')).toMatch(/Goodbye\.$/);
  });
});

test('a rename of a node or a slot of a dialogue reaches everything that names it, and back', () => {
  const dialogue = {
    start: 'one',
    slots: { size: { type: 'number' } },
    anywhere: [{ keys: ['0'], goto: 'one' }],
    nodes: {
      one: {
        say: 'How many? {{size}}',
        set: { size: 1 },
        listen: { options: [{ phrases: ['{size} please'], goto: 'one' }], slot: 'size', goto: 'goto' },
      },
      goto: { branch: [{ if: { name: 'size', over: 3 }, goto: 'one' }], otherwise: 'call' },
      call: {
        call: {
          tool: 't',
          arguments: { one: '{{size}}' },
          result: { size: 'a' },
          onSuccess: 'one',
          onFailure: 'one',
        },
      },
    },
  };
  const node = withNodeRenamed(dialogue, 'one', 'first');
  expect(JSON.stringify(node).match(/"one"/g)).toEqual(['"one"']);
  expect(withNodeRenamed(node, 'first', 'one')).toEqual(dialogue);
  const slot = withSlotRenamed(dialogue, 'size', 'count');
  expect(JSON.stringify(slot)).not.toContain('size');
  expect(withSlotRenamed(slot, 'count', 'size')).toEqual(dialogue);
});

test.each([
  [{ name: 'size', is: 3 }],
  [{ name: 'code', is: '007' }],
  [{ name: 'size', in: ['a', 2, true] }],
  [{ name: 'size', over: 2.5 }],
  [{ name: 'size', exists: false }],
])('reads and writes the condition %j of a branch', (condition) => {
  expect(writeTest(readTest(condition)!)).toEqual(condition);
});

test.each([
  [{ not: { name: 'size', is: 3 } }],
  [
    {
      all: [
        { name: 'size', over: 2 },
        {
          any: [
            { name: 'a', is: 1 },
            { name: 'b', is: 2 },
          ],
        },
      ],
    },
  ],
])('reads and writes the parts of the condition %j', (condition) => {
  expect(readTest(condition)).toBeNull();
  expect(writeParts(readParts(condition)!)).toEqual(condition);
});

test('shows several comparisons of one name as parts, and a single part as itself', () => {
  const parts = [
    { name: 'size', over: 2 },
    { name: 'size', under: 5 },
  ];
  expect(readParts({ name: 'size', over: 2, under: 5 })).toEqual({ joint: 'all', parts });
  expect(writeParts({ joint: 'any', parts: [parts[0]] })).toEqual(parts[0]);
  expect(writeParts({ joint: 'not', parts })).toEqual({ not: { all: parts } });
  for (const condition of [
    { name: 'size', is: null },
    { name: 'size', is: null, over: 2 },
  ])
    expect([readTest(condition), readParts(condition)]).toEqual([null, null]);
});
