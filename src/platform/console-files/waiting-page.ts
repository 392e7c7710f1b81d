import type { ConsoleState } from './console-files.ts';

const style = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.6 system-ui,sans-serif}
main{max-width:36rem;padding:1.5rem}
h1{font-size:1.1rem;margin:0 0 .4rem}
p{margin:.4rem 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.8rem;border:1px solid #8886;border-radius:6px;font-size:.8rem}
`;

/** The address of the script that reloads the waiting page. */
export const waitingScriptPath = '/waiting.js';

/** `refresh` does not reload an address with a fragment, such as the link to join: it only scrolls to the fragment. */
export const waitingScript = 'setTimeout(() => location.reload(), 2000);\n';

/** Returns the page at `/` while there is no console: it reloads itself, or says why there will be none. */
export function waitingPage(state: Exclude<ConsoleState, { kind: 'ready' }>): string {
  if (state.kind === 'preparing') {
    return page(
      `<script src="${waitingScriptPath}" defer></script>
<noscript><meta http-equiv="refresh" content="2"></noscript>`,
      `<h1>The console is being prepared</h1>
<p role="status">This happens once, after an installation or an upgrade, and takes some seconds. The page loads itself again.</p>
<p>The API is ready: <a href="/docs">its reference</a>.</p>`,
    );
  }
  return page(
    '',
    `<h1>The console could not be built</h1>
<p>The service itself is not affected; <a href="/docs">the API</a> can do everything. Mend what is said here, or run
<code>npm run console:build</code>, and restart the service.</p>
<pre>${escapeHtml(state.reason)}</pre>`,
  );
}

function page(head: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}
<title>Parley</title><style>${style}</style></head><body><main>${body}</main></body></html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
