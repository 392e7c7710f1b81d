import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

const busyFor = (ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

it('lets the process do other work between time slices', async () => {
  const pace = new Pace();
  const order: string[] = [];
  const work = Array.from({ length: 6 }, (_, i) =>
    pace.do(() => {
      busyFor(25);
      order.push(`work ${i}`);
      setImmediate(() => order.push('other'));
    }),
  );
  await Promise.all(work);
  // Each work used up a slice, so other work ran in between.
  expect(order.slice(0, 4)).toEqual(['work 0', 'other', 'work 1', 'other']);
});

it("rethrows the work's error and continues", async () => {
  const pace = new Pace();
  const broken = pace.do(() => {
    throw new Error('broke');
  });
  await expect(broken).rejects.toThrow('broke');
  expect(await pace.do(() => 7)).toBe(7);
});
