import type { Tone } from './tone.ts';

/** The colors of the theme by tone. */
export const toneColors: Record<Tone, string> = {
  good: 'teal',
  busy: 'parley',
  waiting: 'yellow',
  bad: 'red',
  neutral: 'gray',
};

/** A check, a disc, a ring, a cross and a dash, so that tones differ without colors too. */
const shapes: Record<Tone, string> = {
  good: 'M2 5.4 4.2 7.6 8.2 2.8',
  busy: 'M5 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  waiting: 'M5 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  bad: 'M2.3 2.3l5.4 5.4M7.7 2.3 2.3 7.7',
  neutral: 'M2 5h6',
};

interface ToneMarkProps {
  tone: Tone;
  /** The meaning, for screen readers. A mark without a label stands beside words that say it, and has their color. */
  title?: string;
  pulse?: boolean;
}

/** A small mark that shows a tone by shape and color. */
export function ToneMark({ tone, title, pulse = false }: ToneMarkProps) {
  const size = title === undefined ? 9 : 12;
  const shape = (
    <svg
      className="tone-mark"
      viewBox="0 0 10 10"
      width={size}
      height={size}
      fill={tone === 'busy' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      data-pulse={pulse || undefined}
      aria-hidden="true"
    >
      <path d={shapes[tone]} />
    </svg>
  );
  if (title === undefined) return shape;
  return (
    <span role="img" aria-label={title} title={title} className="tone-sign" data-tone={tone}>
      {shape}
    </span>
  );
}
