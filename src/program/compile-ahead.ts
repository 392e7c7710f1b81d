import { flushCompileCache } from 'node:module';

/**
 * The entry files of processes and threads, and modules that are imported on first use. A running call should not wait for
 * their compilation. Paths are relative to `src`.
 */
const compiledAhead = [
  'main.ts',
  'app.ts',
  'calls-main.ts',
  'program/calls.ts',
  'program/request-thread-main.ts',
  'telephony/media/thread/media-thread.ts',
  'telephony/sip/transport/web-socket-transport.ts',
  'conversation/providers/flite/flite-thread.ts',
  'conversation/providers/vendors.ts',
  'conversation/providers/key-check.ts',
  'conversation/providers/lists/index.ts',
  'conversation/providers/pocketsphinx/index.ts',
  'conversation/providers/trial.ts',
  'conversation/providers/turn-detection/index.ts',
  'conversation/providers/turn-detection/turn-process.ts',
  'conversation/guard-rails/index.ts',
  'platform/egress/index.ts',
  'platform/object-store/index.ts',
  'conversation/telemetry/trace-call.ts',
  'domains/workflow-definition/index.ts',
  'domains/agent-templates/templates.ts',
  'domains/carriers/run.ts',
  'domains/sounds/convert.ts',
  'domains/pronunciations/speak.ts',
  'domains/knowledge/reading/read-source.ts',
  'domains/knowledge/parsing/parse-thread.ts',
  'domains/knowledge/parsing/formats/pdf.ts',
  'domains/knowledge/parsing/formats/docx.ts',
  'domains/knowledge/parsing/formats/html.ts',
  'domains/knowledge/parsing/formats/csv.ts',
  'domains/knowledge/parsing/formats/sitemap.ts',
  'domains/knowledge/parsing/formats/text.ts',
  'runtime/workflow-engine/index.ts',
  'runtime/drills/drill.ts',
  'runtime/tool-trials/try-tool.ts',
  'runtime/supervision/index.ts',
  'program/chat-runtime.ts',
  'program/browser-calls.ts',
  'domains/webhooks/sender/index.ts',
  'domains/sign-in/oidc/provider.ts',
  'platform/docs-site/site.ts',
];

const reached = 'everything after this is compiled and not run';

/**
 * Compiles the files into the compile cache without running them. Node.js compiles and links all modules before it runs
 * the first one, and the first one throws. Rejects when a file is missing or cannot be compiled.
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
