import type { ListedCommand } from '../command.ts';

/** All commands by name, in the order of the help. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  call: { summary: 'call a number with an agent', load: () => import('./call.ts') },
  'campaign import': { summary: 'queue the rows of a file', load: () => import('./campaign-import.ts') },
  'agents list': { summary: 'list agents', load: () => import('./agents-list.ts') },
  'agents show': { summary: 'show an agent', load: () => import('./agents-show.ts') },
  'campaigns list': { summary: 'list campaigns', load: () => import('./campaigns-list.ts') },
  'campaigns show': { summary: 'show a campaign and its counts', load: () => import('./campaigns-show.ts') },
  'calls list': { summary: 'list calls, newest first', load: () => import('./calls-list.ts') },
  'calls show': { summary: 'show a call', load: () => import('./calls-show.ts') },
  'calls tail': {
    summary: 'print the events of calls as they happen',
    load: () => import('./calls-tail.ts'),
  },
  'calls analyze': { summary: 'analyze a call again', load: () => import('./calls-analyze.ts') },
  'calls why': { summary: 'print every decision about a call', load: () => import('./calls-why.ts') },
  'audit export': { summary: 'write the audit log as NDJSON', load: () => import('./audit-export.ts') },
  mcp: { summary: 'serve the operations to a coding assistant', load: () => import('./mcp.ts') },
  completion: {
    summary: 'print completion for bash, zsh or fish',
    load: async () => ({ command: (await import('./completion.ts')).completion(commands, scripts) }),
  },
};

/** Commands that are separate programs, which bin/parley.js starts. Each but `start` prints its own `--help`. */
export const scripts: Readonly<Record<string, string>> = {
  start: 'start the service, as `parley` alone does',
  'audit verify': 'recompute the audit chain in the database',
  simulate: 'simulate a whole campaign on a virtual clock',
  scenarios: 'play conversations with simulated customers',
};
