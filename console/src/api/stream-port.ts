import { serveStreams } from './serve-streams.ts';
import type { HubMessage, PageMessage } from './stream-hub.ts';

/** The way from this page to the hub of streams. */
export interface StreamPort {
  tell: (message: PageMessage) => void;
}

/** Connects to the hub of all tabs; where the browser has no shared workers (Chrome on Android), to one of this page. */
export function openStreamPort(onMessage: (message: HubMessage) => void, onNew: () => void): StreamPort {
  let port: MessagePort;
  const use = (next: MessagePort) => {
    port = next;
    port.onmessage = ({ data }: MessageEvent<HubMessage>) => onMessage(data);
  };
  const serveHere = () => {
    const { port1, port2 } = new MessageChannel();
    serveStreams()(port2);
    use(port1);
  };
  if (typeof SharedWorker === 'undefined') serveHere();
  else {
    // Vite builds the file of a worker where it reads the address in the call itself.
    const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), {
      type: 'module',
      name: 'parley-streams',
    });
    use(worker.port);
    // Such as where a newer console has taken its file away.
    worker.addEventListener(
      'error',
      () => {
        serveHere();
        onNew();
      },
      { once: true },
    );
  }
  return { tell: (message) => port.postMessage(message) };
}
