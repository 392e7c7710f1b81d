import { type RefObject, useEffect, useRef } from 'react';
import './level-meters.css';

/** One meter: the visible label, its accessible name, and the loudness, from 0 to 1. */
export interface MeteredSide<Levels> {
  of: keyof Levels & string;
  label: string;
  name: string;
  /** The part of the loudness that remains after a frame, for a side that sends nothing while it is silent. Default: all. */
  falls?: number;
}

/** Draws the loudness of the sides of a call on every animation frame, without React. `sides` must not change. */
export function LevelMeters<Levels extends object>({
  levels,
  sides,
}: {
  levels: RefObject<Levels>;
  sides: readonly MeteredSide<Levels>[];
}) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let asked = requestAnimationFrame(function draw() {
      const current = levels.current as Record<string, number>;
      const meters = grid.current?.querySelectorAll('meter') ?? [];
      for (const [at, { of, falls = 1 }] of sides.entries()) {
        const meter = meters[at];
        if (meter) meter.value = current[of] ?? 0;
        current[of] = (current[of] ?? 0) * falls;
      }
      asked = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(asked);
  }, [levels, sides]);
  return (
    <div className="level-meters" ref={grid}>
      {sides.map(({ of, label, name }) => (
        <div key={of}>
          <span>{label}</span>
          <meter min={0} max={1} aria-label={name} />
        </div>
      ))}
    </div>
  );
}
