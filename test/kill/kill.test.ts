import { expect, it } from 'vitest';
import { propertySeed } from '../world/property-seed.ts';
import { failures, runKills } from './kill-run.ts';

it('nothing acknowledged is lost, nobody is called twice, nothing stays stuck', {
  timeout: 180_000,
}, async () => {
  const seed = propertySeed;
  console.log(`seed ${seed}`);
  const report = await runKills({ kills: 4, seed, say: (line) => console.log(line) });
  expect(failures(report), `seed ${seed}: ${JSON.stringify(report)}`).toEqual([]);
});
