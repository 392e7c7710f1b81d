/**
 * `npm run console:dev` serves the console with every change at once, on port 5173, beside a running service (`npm
 * start`; PARLEY_URL sets its address, http://127.0.0.1:8080 by default). Other requests are passed to the service.
 */
import { createServer } from 'vite';
import { viteConfig } from '../console/vite-config.ts';

const target = process.env.PARLEY_URL ?? 'http://127.0.0.1:8080';
const ownOrigin = 'http://localhost:5173';

/** The service accepts requests of its own pages only, and this page comes from another port. */
const proxy = {
  target,
  // Browser calls are WebSockets.
  ws: true,
  changeOrigin: true,
  configure: (forward: {
    on(
      event: 'proxyReq' | 'proxyReqWs',
      listener: (request: { setHeader(name: string, value: string): void }) => void,
    ): void;
  }) => {
    for (const event of ['proxyReq', 'proxyReqWs'] as const)
      forward.on(event, (request) => request.setHeader('origin', new URL(target).origin));
  },
};

const server = await createServer({
  ...viteConfig,
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/console/', '/docs', '/openapi.json'].map((path) => [path, proxy])),
  },
});
await server.listen();
console.log(`The console is at ${ownOrigin}, the service at ${target}`);
