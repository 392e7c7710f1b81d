import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/index.ts';
import { isWithoutAudio } from './health-advice.ts';

export type Trunk = Schema<'Trunk'>;

const healthTones: Record<Trunk['health']['status'], Tone> = {
  up: 'good',
  down: 'bad',
  unknown: 'neutral',
};

/** Returns the badge of a trunk's health. A trunk that answers may still refuse every call. */
export function shownHealth(trunk: Trunk): { status: string; tone: Tone } {
  const { status, reason } = trunk.health;
  if (status !== 'down' && isWithoutAudio(trunk)) return { status: 'no audio', tone: 'bad' };
  if (status === 'up' && reason !== null) return { status: 'refused', tone: 'waiting' };
  return { status, tone: healthTones[status] };
}

/** Returns the address as one would type it: host, port if given, and transport. */
export function addressOf({ host, port, transport }: Pick<Trunk, 'host' | 'port' | 'transport'>): string {
  return `${host}${port === null ? '' : `:${port}`} over ${transport.toUpperCase()}`;
}
