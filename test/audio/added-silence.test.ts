import { expect, it } from 'vitest';
import { addedSilence } from './added-silence.ts';

const reference = Array.from({ length: 400 }, (_, n) => -20 - ((n * 7919) % 23));
const pause = (count: number) => new Array<number>(count).fill(-96);

it('measures the silence between marks', () => {
  const heard = [
    ...reference.slice(0, 100),
    ...pause(12),
    ...reference.slice(100, 200),
    ...pause(3),
    ...reference.slice(200),
  ];
  expect(addedSilence(heard, reference, [90, 190, 290, 400])).toEqual([12, 3, 0]);
});

it('adds up several pauses, and knows speech that was dropped', () => {
  const heard = [
    ...reference.slice(0, 100),
    ...pause(10),
    ...reference.slice(100, 105),
    ...pause(10),
    ...reference.slice(105, 200),
  ];
  expect(addedSilence([...heard, ...pause(100)], reference, [90, 190, 300])).toEqual([20, null]);
});

it('takes speech for the same although a stretch of it did not arrive', () => {
  const heard = [...reference.slice(0, 100), ...pause(12), ...reference.slice(100)];
  heard.fill(-60, 185, 190);
  expect(addedSilence(heard, reference, [90, 190, 290])).toEqual([12, 0]);
});
