import { type RefObject, useEffect, useRef } from 'react';
import type { Levels } from './use-browser-call.ts';

/** Draws the loudness of both sides on every animation frame, without React. */
export function LevelMeters({ levels }: { levels: RefObject<Levels> }) {
  const own = useRef<HTMLMeterElement>(null);
  const agent = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    let asked = requestAnimationFrame(function draw() {
      const { current } = levels;
      if (own.current) own.current.value = current.own;
      if (agent.current) agent.current.value = current.agent;
      // The agent sends nothing while it is silent.
      current.agent *= 0.9;
      asked = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(asked);
  }, [levels]);
  return (
    <div>
      <div className="browser-call-level">
        <span>You</span>
        <meter ref={own} min={0} max={1} aria-label="Your volume" />
      </div>
      <div className="browser-call-level">
        <span>Agent</span>
        <meter ref={agent} min={0} max={1} aria-label="Agent volume" />
      </div>
    </div>
  );
}
