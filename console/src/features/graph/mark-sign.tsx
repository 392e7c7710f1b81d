import type { Tone } from '../../ui/index.ts';
import type { Mark } from './marks.ts';

const signs: Readonly<Record<Tone, string>> = {
  good: 'M4.5 8.2 7 10.5 11.5 5.8',
  bad: 'M8 4.5v4.2M8 11.2v.1',
  busy: 'M8 4.8V8.2l2.2 1.3',
  waiting: 'M6.5 5.2v5.6M9.5 5.2v5.6',
  neutral: 'M5 8h6',
};

/** Shows the state by a sign, not by color alone. */
export function MarkSign({ mark: { tone, pulse } }: { mark: Mark }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" data-pulse={pulse || undefined}>
      <circle cx="8" cy="8" r="7.5" fill="currentColor" />
      <path
        d={signs[tone]}
        stroke="var(--parley-surface)"
        strokeWidth="1.6"
        fill="none"
        strokeLinecap="round"
      />
    </svg>
  );
}
