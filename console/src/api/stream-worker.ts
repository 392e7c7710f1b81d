import { serveStreams } from './serve-streams.ts';

const serve = serveStreams();

/** The worker of all tabs (HTML §10.2.6.4): each tab that opens it is one port more. */
globalThis.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) serve(port);
});
