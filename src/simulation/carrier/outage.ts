import type { CarrierConfiguration } from './configuration.ts';
import { drawsOf } from './draws.ts';
import { durationMs } from './duration.ts';

const dayMs = 86_400_000;

/**
 * Returns whether the carrier has an outage at `atMs`. Each part of the day contains one outage, at a random position
 * within it.
 */
export function isOut(configuration: CarrierConfiguration, seed: number, atMs: number): boolean {
  const { perDay, seconds } = configuration.outages;
  if (perDay === 0) return false;
  const stretchMs = dayMs / perDay;
  const stretch = Math.floor(atMs / stretchMs);
  const draw = drawsOf(seed, 'outage', stretch);
  const lastsMs = Math.min(durationMs(seconds, draw), stretchMs);
  const fromMs = stretch * stretchMs + draw() * (stretchMs - lastsMs);
  return atMs >= fromMs && atMs < fromMs + lastsMs;
}
