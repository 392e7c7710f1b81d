import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

/** Work that a test finishes on demand, with a count of concurrent runs. */
function works() {
  const running: { name: string; finish: () => void }[] = [];
  const begin = (name: string) => () =>
    new Promise<string>((resolve) => running.push({ name, finish: () => resolve(name) }));
  return { running, begin };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('plays a limited number of calls at once, in order, and one that transcribes', async () => {
  const { running, begin } = works();
  const lanes = new Lanes(1, 3);
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

it('continues after a failed call', async () => {
  const lanes = new Lanes(1, 1);
  await expect(lanes.run(true, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await lanes.run(true, async () => 'yes')).toBe('yes');
});
