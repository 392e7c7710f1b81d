import { useReactFlow } from '@xyflow/react';
import { type RefObject, useEffect } from 'react';

/** What stands in the middle of the canvas stays there when the canvas becomes wider or narrower. */
export function useKeepCentred(frame: RefObject<HTMLDivElement | null>): void {
  const flow = useReactFlow();
  useEffect(() => {
    if (!frame.current) return;
    let widthPx = frame.current.clientWidth;
    const observer = new ResizeObserver(([entry]) => {
      const nowPx = entry!.contentRect.width;
      if (nowPx === widthPx) return;
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({ x: x + (nowPx - widthPx) / 2, y, zoom });
      widthPx = nowPx;
    });
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [flow, frame]);
}
