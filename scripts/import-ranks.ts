/**
 * Folders that stand side by side do not import each other; each may import every folder of the steps before.
 */
export type Step = string | readonly string[];

/**
 * The folders of `src` from the ground up. `*` stands for any folder that is not named by itself. Each group
 * (`platform`, `telephony`, …) is one block of the list, so that imports between groups run downwards too.
 */
export const ranks: readonly Step[] = [
  'platform/kernel',
  ['platform/csv', 'platform/db', 'platform/egress', 'platform/http', 'platform/object-store'],
  'platform/access',
  [
    'platform/audit',
    'platform/backup',
    'platform/console-files',
    'platform/docs-site',
    'platform/jobs',
    'platform/nodes',
  ],

  'telephony/sip/syntax',
  ['telephony/sip', 'telephony/media'],
  'telephony/answer-detection',

  'conversation/providers/interfaces',
  'conversation/providers/kit',
  'conversation/providers/network',
  'conversation/providers/testing',
  'conversation/providers/*',
  'conversation/providers/catalog.ts',
  'conversation/providers/vendors.ts',
  'conversation/providers/registry.ts',
  'conversation/providers/registry.test.ts',
  'conversation/pipeline',
  'conversation/telemetry',

  'domains/events',
  'domains/circuits',
  'domains/schedules',
  'domains/rules',
  'domains/organizations',
  'domains/members',
  'domains/keys',
  'domains/sign-in',
  'domains/agents',
  'domains/provider-keys',
  'domains/trunks',
  'domains/numbers',
  'domains/retry-configs',
  'domains/personalization',
  'domains/imports',
  'domains/suppressions',
  'domains/prices',
  'domains/calls',
  'domains/analytics',
  'domains/scenarios',
  'domains/analysis',
  'domains/campaigns',
  'domains/workflow-definition',
  'domains/workflows',
  'domains/chats',
  'domains/widgets',
  'domains/exports',
  'domains/webhooks',
  'domains/data-deletions',

  'runtime/tools',
  'runtime/dialer',
  'runtime/workflow-engine',
  'runtime/agent-runtime',
  ['runtime/session', 'runtime/chat-runtime', 'runtime/browser-calls'],
  'runtime/upkeep',

  'simulation',
];

/** The folders inside a large folder, from the ground up. Files that stand beside them may import all of them. */
export const inside: Readonly<Record<string, readonly Step[]>> = {
  'telephony/sip': [
    'base',
    'message',
    ['sdp', 'transport'],
    ['resolution', 'transaction'],
    ['dialog', 'guard'],
    'call',
    'ua',
  ],
  'telephony/media': ['codec', ['analysis', 'recording'], 'rtp', 'thread'],
  'runtime/session': [
    ['record', 'capacity'],
    ['signalling', 'audio', 'trunks'],
    'transfer',
    'call',
    ['inbound', 'outbound'],
  ],
};

/** Files and folders that put the program together, and may import everything. */
export const composition = ['app.ts', 'api-routes.ts', 'main.ts', 'calls-main.ts', 'program', 'cli'];
