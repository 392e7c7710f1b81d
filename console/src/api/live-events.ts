import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ChangeEvent, queriesOf } from './queries-of.ts';

/** What comes within it is refreshed at once: a campaign makes hundreds of events a second. */
const gatherMs = 1_000;
/** After a stream that ended for good, such as one that was refused. */
const reopenMs = 15_000;

/** While the page is shown: whatever the organization's events tell of is asked anew. */
export function useLiveEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const changed = new Set<string>();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      gathering = undefined;
      for (const key of changed) void client.invalidateQueries({ queryKey: [key] });
      changed.clear();
    };
    const close = openStream((event) => {
      for (const key of queriesOf(event)) changed.add(key);
      gathering ??= setTimeout(refresh, gatherMs);
    });
    return () => {
      close();
      clearTimeout(gathering);
    };
  }, [client]);
}

/** Calls with each event until it is closed. The browser itself reconnects where it left off. */
function openStream(onEvent: (event: ChangeEvent) => void): () => void {
  let source: EventSource;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource('/api/events/stream');
    source.onmessage = ({ data }) => {
      onEvent(JSON.parse(data as string) as ChangeEvent);
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, reopenMs);
    };
  };
  open();
  return () => {
    source.close();
    clearTimeout(reopening);
  };
}
