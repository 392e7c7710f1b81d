import { flushCompileCache } from 'node:module';

/**
 * What the processes of the program load, by the files they begin with: their mains and their threads, and what is
 * imported only when it is needed, which a running call should not wait for. Relative to `src`.
 */
const compiledAhead = [
  'main.ts',
  'app.ts',
  'calls-main.ts',
  'program/calls.ts',
  'program/request-thread-main.ts',
  'telephony/media/thread/media-thread.ts',
  'conversation/providers/flite/flite-thread.ts',
  'conversation/providers/vendors.ts',
  'platform/egress/index.ts',
  'platform/object-store/index.ts',
  'conversation/telemetry/trace-call.ts',
  'domains/workflow-definition/index.ts',
  'runtime/workflow-engine/index.ts',
  'program/replies.ts',
  'program/talks.ts',
  'domains/webhooks/sender/index.ts',
  'domains/sign-in/oidc/provider.ts',
  'platform/docs-site/site.ts',
];

const reached = 'everything after this is compiled and not run';

/**
 * Compiles all of it into the compile cache without running any of it: modules are compiled and linked before the
 * first of them runs, and the first one throws. Rejects when a file is missing or cannot be compiled.
 */
async function compileAhead(): Promise<void> {
  const urls = compiledAhead.map((file) => new URL(`../${file}`, import.meta.url).href);
  const first = toUrl(`throw ${JSON.stringify(reached)};`);
  const imports = [first, ...urls].map((url) => `import ${JSON.stringify(url)};`);
  await import(toUrl(imports.join('\n'))).catch((error: unknown) => {
    if (error !== reached) throw error;
  });
  flushCompileCache();
}

function toUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

await compileAhead();
