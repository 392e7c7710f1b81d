import type { CarrierConfiguration } from './configuration.ts';
import { drawsOf } from './draws.ts';
import { durationMs } from './duration.ts';

const dayMs = 86_400_000;

/**
 * Returns whether the carrier has an outage at `atMs`. Time is divided into intervals of a day / `perDay`. Each interval
 * has one outage, at a random position.
 */
export function isOut(configuration: CarrierConfiguration, seed: number, atMs: number): boolean {
  const { perDay, seconds } = configuration.outages;
  if (perDay === 0) return false;
  const intervalMs = dayMs / perDay;
  const interval = Math.floor(atMs / intervalMs);
  const draw = drawsOf(seed, 'outage', interval);
  const lastsMs = Math.min(durationMs(seconds, draw), intervalMs);
  const fromMs = interval * intervalMs + draw() * (intervalMs - lastsMs);
  return atMs >= fromMs && atMs < fromMs + lastsMs;
}
