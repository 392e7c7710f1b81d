import type { ReactNode } from 'react';

/** Labels with values, one below the other. `null` entries are left out. */
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
