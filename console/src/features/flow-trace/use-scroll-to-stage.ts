import { type RefObject, useEffect } from 'react';
import type { FlowFocus } from './flow-focus.ts';

/** Scrolls to a transcript entry when its stage is chosen on the graph. */
export function useScrollToStage(entry: RefObject<HTMLElement | null>, at: number, focus: FlowFocus | null) {
  useEffect(() => {
    if (focus?.from !== 'graph' || focus.at !== at) return;
    entry.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [entry, at, focus]);
}
