import { expect, it } from 'vitest';
import { serverArguments, sharedBuffersMb } from './settings.ts';

const gigabyte = 2 ** 30;

it('uses an eighth of the memory for buffers, between 128 and 512 MB', () => {
  expect([0.5, 1, 2, 4, 64].map((memory) => sharedBuffersMb(memory * gigabyte))).toEqual([
    128, 128, 256, 512, 512,
  ]);
});

it('passes each setting once, and overrides win', () => {
  const given = serverArguments(true, { shared_buffers: '99MB' }).filter((one) =>
    one.startsWith('shared_buffers='),
  );
  expect(given).toEqual(['shared_buffers=99MB']);
  expect(serverArguments(true, {}).filter((one) => /^shared_buffers=\d+MB$/.test(one))).toHaveLength(1);
});
