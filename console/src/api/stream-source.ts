import type { SourceEvents, Want } from './stream-hub.ts';

/** Opens a stream of server-sent events. The browser itself reconnects it after an interruption, where it left off. */
export function openSource({ url, types }: Want, { opened, lost, event }: SourceEvents): () => void {
  const source = new EventSource(url);
  for (const type of types) {
    source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) =>
      event(type, data, lastEventId),
    );
  }
  source.onopen = opened;
  source.onerror = () => lost(source.readyState === EventSource.CLOSED);
  return () => source.close();
}
