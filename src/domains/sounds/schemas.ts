import { z } from 'zod';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';

/** The longest sound, and the largest file: 120 s of 48 kHz mono with some room. */
export const soundSecondsMax = 120;
export const soundBytesMax = 12 * 2 ** 20;
/** The most sounds of an organization. */
export const soundsMax = 100;

const name = z.string().trim().min(1).max(100).describe('Shown in the console and in transcripts');

export const NewSound = z.object({ name });
export type NewSound = z.output<typeof NewSound>;

export const UpdateSound = z.strictObject({ name }).partial().meta({ id: 'UpdateSound' });
export type UpdateSound = z.output<typeof UpdateSound>;

export const Sound = z
  .object({
    soundId: z.string(),
    name,
    durationSeconds: z.number(),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Sound' });
export type Sound = z.output<typeof Sound>;

export const SoundPage = z
  .object({ sounds: z.array(Sound), metadata: PageMetadata })
  .meta({ id: 'SoundPage' });
