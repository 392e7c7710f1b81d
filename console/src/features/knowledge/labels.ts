import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/index.ts';

export type Source = Schema<'KnowledgeSource'>;

export const kindLabels: Record<Source['kind'], string> = {
  text: 'Text',
  file: 'File',
  page: 'Web page',
  site: 'Website',
};

export const stateTones: Record<Source['state'], Tone> = { reading: 'busy', ready: 'good', failed: 'bad' };

/** How often a page or site is read again, as a select offers it. */
export const rereadChoices = [
  { value: '', label: 'Only when I ask for it' },
  { value: '24', label: 'Every day' },
  { value: '168', label: 'Every week' },
  { value: '720', label: 'Every 30 days' },
];

/** The pages show a source that is being read until it is ready. */
export const readingMs = 2000;

/** Returns the place of a part in its document, such as `Prices > Rooms`. */
export function placeOf({ title, headings }: { title: string; headings: readonly string[] }): string {
  return [...new Set([title, ...headings])].join(' › ');
}
