import type { ReactNode } from 'react';
import { goByArrows } from './go-by-arrows.ts';
import type { Mark } from './marks.ts';

interface NodeLineProps {
  id: string;
  icon: ReactNode;
  title: string;
  about: string;
  mark: Mark | undefined;
  isSelected: boolean;
  onSelect: (id: string) => void;
}

/** A node as a line of a list. */
export function NodeLine({ id, icon, title, about, mark, isSelected, onSelect }: NodeLineProps) {
  return (
    <button
      type="button"
      className="graph-list-line"
      data-node={id}
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
      onKeyDown={goByArrows}
    >
      {icon}
      <strong>{title}</strong>
      <span>{about}</span>
      {mark ? <em data-tone={mark.tone}>{mark.label}</em> : null}
    </button>
  );
}
