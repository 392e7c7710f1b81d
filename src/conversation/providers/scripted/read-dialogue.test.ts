import { expect, it } from 'vitest';
import { readDialogue } from './read-dialogue.ts';

const dialogue = (say: string) => ({ start: 'one', nodes: { one: { say, end: true } } });

it('caches each valid dialogue, and never an invalid one', () => {
  const first = readDialogue(dialogue('Hello.'));
  expect(readDialogue(dialogue('Hello.')).data).toBe(first.data);
  expect(readDialogue(dialogue('Bye.')).data?.nodes.one?.say).not.toEqual(first.data?.nodes.one?.say);
  for (const none of [{ start: 'one' }, undefined]) {
    expect(readDialogue(none).success).toBe(false);
    expect(readDialogue(none).error?.issues.length).toBeGreaterThan(0);
  }
});

it('keeps the last hundred dialogues', () => {
  const first = readDialogue(dialogue('0'));
  for (let n = 1; n <= 100; n++) readDialogue(dialogue(`${n}`));
  expect(readDialogue(dialogue('0')).data).not.toBe(first.data);
  expect(readDialogue(dialogue('0'))).toEqual(first);
});
