import type { ReactNode } from 'react';

/** A problem of a node, as a line. */
interface ProblemLine {
  /** Identifies the problem in the list. */
  id: string;
  /** The name of the node. */
  where: string;
  text: ReactNode;
}

interface ProblemLinesProps<Line extends ProblemLine> {
  lines: readonly Line[];
  /** Shows the node. */
  onChoose: (line: Line) => void;
}

/** A list of problems. Each leads to its node. */
export function ProblemLines<Line extends ProblemLine>({ lines, onChoose }: ProblemLinesProps<Line>) {
  return (
    <ul className="plain-list">
      {lines.map((line) => (
        <li key={line.id}>
          <button type="button" className="problem" onClick={() => onChoose(line)}>
            <strong>{line.where}</strong>
            <span>{line.text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
