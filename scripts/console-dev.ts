/**
 * `npm run console:dev`: the console with every change at once, on port 5173, beside a service that runs already
 * (`npm start`; PARLEY_URL says where, default http://127.0.0.1:8080). Whatever is not of the console goes there.
 */
import { createServer } from 'vite';
import { viteConfig } from '../console/vite-config.ts';

const target = process.env.PARLEY_URL ?? 'http://127.0.0.1:8080';
const ownOrigin = 'http://localhost:5173';

/** The service takes what comes from its own pages alone, and here the page comes from another port. */
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
