import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DialogueSchema } from './index.ts';

const end = { say: 'Goodbye.', end: true };
const dialogue = {
  start: 'menu',
  slots: { size: { type: 'number' } },
  nodes: { menu: { say: 'Hello.', listen: { options: [{ phrases: ['bye'], goto: 'end' }] } }, end },
};
const withNodes = (nodes: object) => ({ ...dialogue, nodes: { ...dialogue.nodes, ...nodes } });
const withMenu = (listen: object) => withNodes({ menu: { say: 'Hello.', listen } });
const toEnd = { phrases: ['bye'], goto: 'end' };

const problemsOf = (value: unknown) =>
  DialogueSchema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

test('accepts a consistent dialogue, with its defaults', () => {
  expect(DialogueSchema.parse(dialogue)).toMatchObject({
    endTool: 'endCall',
    slots: { size: { type: 'number', min: 0, whole: true } },
    noMatch: { says: ['Sorry, I did not get that.'], repeat: true, goto: null },
    nodes: { menu: { listen: { options: [{ keys: [], keywords: [], repeat: false }] } } },
  });
});

test.each<[string, unknown, string[]]>([
  ['an unknown start', { ...dialogue, start: 'begin' }, ['start: there is no node begin']],
  [
    'unknown targets',
    withNodes({
      menu: { listen: { options: [{ phrases: ['bye'], goto: 'nowhere' }], noInput: { goto: 'lost' } } },
    }),
    [
      'nodes.menu.listen.options.0.goto: there is no node nowhere',
      'nodes.menu.listen.noInput.goto: there is no node lost',
    ],
  ],
  [
    'an unknown target of all listening nodes, once',
    { ...withNodes({}), anywhere: [{ keys: ['0'], goto: 'operator' }] },
    ['anywhere.0.goto: there is no node operator'],
  ],
  [
    'unknown slots',
    withMenu({ options: [toEnd, { phrases: ['{when} please'], goto: 'end' }], slot: 'sise', goto: 'end' }),
    [
      'nodes.menu.listen.slot: there is no slot sise in slots',
      'nodes.menu.listen.options.1.phrases.0: there is no slot when in slots',
    ],
  ],
  ['an unreachable node', withNodes({ island: end }), ['nodes.island: no node leads to node island']],
  [
    'a menu that nobody can leave',
    withMenu({
      options: [
        { phrases: ['again'], repeat: true },
        { keys: ['1'], goto: 'menu' },
      ],
    }),
    [
      'nodes.end: no node leads to node end',
      'nodes.menu: node menu leads to no end, no transfer and no stage',
    ],
  ],
  [
    'a round without listening',
    withNodes({
      menu: { listen: { options: [toEnd, { keys: ['1'], goto: 'ask' }] } },
      ask: { call: { tool: 'ask', onSuccess: 'end', onFailure: 'again' } },
      again: { branch: [{ if: { name: 'size', over: 1 }, goto: 'ask' }], otherwise: 'end' },
    }),
    ['ask', 'again'].map((name) => `nodes.${name}: node ${name} leads back to itself without listening`),
  ],
  [
    'a node that does nothing, and one that does two things',
    withNodes({ menu: { say: 'Hello.' }, end: { ...end, goto: 'menu' } }),
    ['menu', 'end'].map(
      (name) => `nodes.${name}: must have exactly one of listen, branch, call, goto, transfer, end, stage`,
    ),
  ],
  [
    'a phrase that cannot be read',
    withMenu({ options: [{ ...toEnd, phrases: ['yes', '(no'] }] }),
    ['nodes.menu.listen.options.0.phrases.1: has ( without )'],
  ],
  [
    'a text with something else in braces',
    withNodes({ end: { ...end, say: 'Goodbye, {{first name}}.' } }),
    ['nodes.end.say: has {{first name}}, which is not a variable'],
  ],
  [
    'options without a sense',
    withMenu({
      options: [{ goto: 'end' }, { keys: ['1'], goto: 'end', repeat: true }, { keys: ['x'], goto: 'end' }],
    }),
    [
      'nodes.menu.listen.options.0: must have phrases, keywords, questions or keys',
      'nodes.menu.listen.options.1: must have either goto or repeat',
      'nodes.menu.listen.options.2.keys.0: must be keys of a telephone',
    ],
  ],
  [
    'a branch without otherwise',
    withNodes({ end: { branch: [{ if: { name: 'size', is: 1 }, goto: 'menu' }] } }),
    ['nodes.end.otherwise: belongs to a branch, and every branch has one'],
  ],
  [
    'slots that hold nothing',
    { ...dialogue, slots: { a: { type: 'number', min: 2, max: 1 }, b: { type: 'choice', options: {} } } },
    ['slots.a.max: must not be below min', 'slots.b.options: must have at least 1 option'],
  ],
])('reports %s', (_, value, problems) => {
  expect(problemsOf(value)?.toSorted()).toEqual(problems.toSorted());
});

test('accepts the example of the documentation', async () => {
  const page = await readFile(new URL('../../../../docs/scripted-model.md', import.meta.url), 'utf8');
  const example = JSON.parse(/```json\n(.*?)```/s.exec(page)![1]!);
  expect(problemsOf(example.dialogue)).toBeUndefined();
});
