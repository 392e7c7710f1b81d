import type { ReactNode } from 'react';

/** Names and what they are, one below the other; `null` among them is left out. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode] | null)[] }) {
  return (
    <dl className="fact-list">
      {facts.flatMap((fact) =>
        fact === null
          ? []
          : [
              <div key={fact[0]}>
                <dt>{fact[0]}</dt>
                <dd>{fact[1]}</dd>
              </div>,
            ],
      )}
    </dl>
  );
}
