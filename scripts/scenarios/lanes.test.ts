import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

/** Work that is done when it is told to be, and how many of it were done at a time. */
function works() {
  const running: { name: string; finish: () => void }[] = [];
  const begin = (name: string) => () =>
    new Promise<string>((resolve) => running.push({ name, finish: () => resolve(name) }));
  return { running, begin };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('plays as many calls at a time as there is room for, in their order, and one that is heavy', async () => {
  const { running, begin } = works();
  const lanes = new Lanes(2, 3);
  const all = ['H1', 'H2', 'a', 'b', 'c'].map((name) => lanes.run(name.startsWith('H'), begin(name)));
  await settled();
  expect(running.map(({ name }) => name)).toEqual(['H1', 'a', 'b']);
  running[0]!.finish();
  await settled();
  expect(running.map(({ name }) => name)).toEqual(['H1', 'a', 'b', 'c']);
  for (let index = 0; index < 5; index++) {
    running[index]!.finish();
    await settled();
  }
  expect(await Promise.all(all)).toEqual(['H1', 'H2', 'a', 'b', 'c']);
});

it('goes on after one that fails', async () => {
  const lanes = new Lanes(1, 1);
  await expect(lanes.run(true, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lanes.run(true, async () => 'yes')).toBe('yes');
});
