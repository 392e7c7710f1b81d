import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/index.ts';

export type Trunk = Schema<'Trunk'>;

export const healthTones: Record<Trunk['health']['status'], Tone> = {
  up: 'good',
  down: 'bad',
  unknown: 'neutral',
};

/** Returns the address as one would type it: host, port if given, and transport. */
export function addressOf({ host, port, transport }: Pick<Trunk, 'host' | 'port' | 'transport'>): string {
  return `${host}${port === null ? '' : `:${port}`} over ${transport.toUpperCase()}`;
}
