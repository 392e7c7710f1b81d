import type { CarrierConfiguration } from './configuration.ts';
import { drawsOf } from './draws.ts';
import { durationMs } from './duration.ts';

const dayMs = 86_400_000;

/**
 * Whether the carrier is out of order at `atMs`. Each stretch of the day has one spell, somewhere within it, which does
 * not reach into the next.
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
