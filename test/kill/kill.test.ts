import { expect, it } from 'vitest';
import { propertySeed } from '../world/property-seed.ts';
import { runKills } from './kill-run.ts';

it('no acknowledged call is lost, no customer is called twice, no cap is exceeded and no call stays stuck', {
  timeout: 300_000,
}, async () => {
  const kinds = ['comeback', 'one', 'everything'] as const;
  const say = (line: string) => console.log(line);
  const report = await runKills({ kills: kinds.length, seed: propertySeed, kinds, say });
  expect(report.violations, JSON.stringify(report)).toEqual([]);
  expect(report.rang).toBeGreaterThan(0);
});
