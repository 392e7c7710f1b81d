/** Folders of one step do not import each other. Each may import every folder of earlier steps. */
export type Step = string | readonly string[];

/**
 * The folders of `src` from the bottom up. `*` stands for any folder that is not listed. Each group (`platform`,
 * `telephony`, …) is one block of the list, so that imports between groups run downwards too. Files such as
 * `imports/forget.ts` have their own entry, because the index of their folder loads a package (csv-parse, jose, ws) that
 * upkeep in the calls process does not need.
 */
const ranks: readonly Step[] = [
  'platform/kernel',
  'platform/csv/write.ts',
  ['platform/csv', 'platform/db', 'platform/egress', 'platform/expressions', 'platform/object-store'],
  'platform/http',
  ['platform/access/forget.ts', 'platform/access/scopes.ts'],
  'platform/access',
  [
    'platform/audit',
    'platform/backup',
    'platform/console-files',
    'platform/docs-site',
    'platform/jobs',
    'platform/mail',
    'platform/nodes',
  ],

  'telephony/sip/syntax',
  ['telephony/sip', 'telephony/media'],
  'telephony/webrtc/web-section.ts',
  'telephony/webrtc/web-offer.ts',
  'telephony/webrtc',
  'telephony/answer-detection',

  'conversation/providers/interfaces',
  'conversation/providers/catalog.ts',
  'conversation/providers/published-prices.ts',
  'conversation/providers/presets',
  'conversation/providers/kit',
  'conversation/providers/network',
  [
    'conversation/providers/google-account',
    'conversation/providers/http-voice',
    'conversation/providers/live-transcription',
  ],
  'conversation/providers/testing',
  'conversation/providers/*',
  'conversation/providers/vendor-requests.ts',
  [
    'conversation/providers/vendors.ts',
    'conversation/providers/key-check.ts',
    'conversation/providers/lists',
  ],
  [
    'conversation/providers/registry-interface.ts',
    'conversation/providers/remembered.ts',
    'conversation/providers/shared-turn-detector.ts',
  ],
  'conversation/providers/find-vendor.ts',
  'conversation/providers/registry.ts',
  'conversation/providers/trial.ts',
  [
    'conversation/providers/embeddings.test.ts',
    'conversation/providers/http-voices.test.ts',
    'conversation/providers/registry.test.ts',
  ],
  'conversation/reading',
  'conversation/guard-rails/schema.ts',
  ['conversation/flow', 'conversation/guard-rails', 'conversation/knowledge'],
  'conversation/pipeline',
  'conversation/telemetry',

  'domains/events',
  'domains/circuits',
  'domains/call-queue',
  'domains/schedules',
  'domains/rules',
  'domains/organizations',
  'domains/members',
  'domains/keys',
  'domains/sign-in/forget.ts',
  'domains/sign-in',
  'domains/knowledge',
  'domains/agents',
  'domains/agent-templates',
  'domains/customer-memory',
  'domains/pronunciations',
  'domains/provider-keys',
  'domains/sounds',
  'domains/trunks',
  'domains/numbers',
  'domains/carriers',
  'domains/retry-configs',
  'domains/personalization',
  ['domains/imports/erase.ts', 'domains/imports/forget.ts'],
  'domains/imports',
  'domains/suppressions',
  'domains/prices',
  'domains/views',
  'domains/calls',
  'domains/teams',
  'domains/devices',
  'domains/analytics',
  'domains/scenarios',
  'domains/campaigns',
  'domains/alerts',
  'domains/workflow-definition',
  'domains/workflows',
  'domains/chats',
  'domains/analysis',
  'domains/widgets',
  'domains/web-calls',
  'domains/search',
  'domains/demo',
  'domains/exports',
  'domains/webhooks',
  'domains/data-deletions',

  'runtime/tools',
  'runtime/dialer',
  'runtime/workflow-engine',
  'runtime/agent-runtime',
  'runtime/browser-calls/forget.ts',
  ['runtime/session', 'runtime/chat-runtime', 'runtime/browser-calls'],
  'runtime/supervision',
  'runtime/drills',
  'runtime/tool-trials',
  'runtime/upkeep',

  'simulation',
];

/** The folders inside a large folder, from the bottom up. Files beside them may import all of them. */
const inside: Readonly<Record<string, readonly Step[]>> = {
  'telephony/sip': [
    'base',
    'message',
    ['sdp', 'transport'],
    ['resolution', 'transaction'],
    ['dialog', 'guard'],
    'call',
    'ua',
  ],
  'telephony/media': ['codec', ['analysis', 'recording', 'ice'], 'rtp', 'thread'],
  'runtime/session': [
    ['record', 'capacity', 'listening'],
    ['signalling', 'audio', 'trunks'],
    'transfer',
    'call',
    ['devices', 'inbound', 'outbound', 'handover', 'web'],
  ],
};

/** One tree of TypeScript files. Folders without a rank are refused. */
export interface Tree {
  /** From the root of the repository. */
  path: string;
  ranks: readonly Step[];
  inside: Readonly<Record<string, readonly Step[]>>;
  /** Files and folders that put the program together. They may import everything, and nothing else imports them. */
  composition: readonly string[];
  /** Files outside the tree that it may import, from the root of the repository. */
  outside: readonly string[];
}

export const trees: readonly Tree[] = [
  {
    path: 'src',
    ranks,
    inside,
    composition: ['app.ts', 'api-routes.ts', 'main.ts', 'calls-main.ts', 'program', 'cli'],
    outside: [],
  },
  {
    path: 'console/src',
    ranks: [
      'api/schema.ts',
      'api',
      ['ui/format.ts', 'ui/tone.ts', 'ui/vendors.ts'],
      'ui',
      'shell',
      [
        'features/graph',
        'features/graph-canvas',
        'features/json-text',
        'features/person-words',
        'features/softphones',
        'features/spreadsheet',
      ],
      'features/charts/chart-column.ts',
      'features/charts',
      'features/turned-away/reasons.ts',
      ['features/browser-audio', 'features/call-outcomes', 'features/flow-stages', 'features/turned-away'],
      [
        'features/circuits',
        'features/findings',
        'features/flow-graph',
        'features/json-editor',
        'features/knowledge-use',
        'features/picks',
        'features/provider-picks',
        'features/value-fields',
        'features/waterfall',
      ],
      ['features/customer-facts', 'features/flow-trace', 'features/schema-fields', 'features/test-call'],
      ['features/browser-call', 'features/calls', 'features/chats', 'features/imports'],
      // The page of a trunk adds its first number.
      'features/phone-numbers',
      'features/*',
      // The first steps open the dialogs of other pages.
      'features/home',
    ],
    inside: {},
    // Routes load each page from its own file, so that a page is downloaded when it is opened.
    composition: ['main.tsx', 'routes'],
    outside: ['packages/sdk/src/schema.gen.ts'],
  },
  {
    path: 'packages',
    ranks: ['sdk/src', ['cli/src', 'sdk/examples']],
    inside: {},
    composition: [],
    outside: [],
  },
];
