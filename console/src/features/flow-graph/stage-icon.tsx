import type { StageView } from '../flow-stages/index.ts';

/** On a 16 × 16 grid, in the color of the text. */
const paths: Readonly<Record<StageView['kind'], string>> = {
  model: 'M8 1.8 9.7 6.3 14.2 8 9.7 9.7 8 14.2 6.3 9.7 1.8 8 6.3 6.3z',
  fixed: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2zM5.5 6h5M5.5 8h3',
  dialogue: 'M2.5 3.5h5v3.5h-5zM8.5 9.5h5V13h-5zM5 7v4.2h3.5',
  empty: 'M3 8h2M7 8h2M11 8h2',
};

/** The decorative icon of a stage, by how it is played. */
export function StageIcon({ kind }: Pick<StageView, 'kind'>) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="none" aria-hidden="true" className="step-icon">
      <path
        d={paths[kind]}
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
