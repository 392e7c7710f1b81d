import type { Client } from './client.ts';
import type { Fixtures } from './fixtures.ts';

/** The groups of checks, one per documented operation and two that concern all of them. */
export const operations = [
  'authentication',
  'errors',
  'audit-export',
  'campaign-call',
  'workflow-trigger',
  'call-by-external-id',
  'call-by-phone',
  'agent-chats',
  'personalization-push',
] as const;

export type Operation = (typeof operations)[number];

/** The server, the fixtures and the keys that a check uses. */
export interface World {
  readonly client: Client;
  readonly fixtures: Fixtures;
}

/** One rule of a document, and a function that checks it on a server. */
export interface Check {
  readonly operation: Operation;
  /**
   * `document`: the rule is in the interface document. `decision`: it is in the page about what that document leaves
   * open.
   */
  readonly kind: 'document' | 'decision';
  /** The section of that document. */
  readonly section: string;
  /** The rule, as a sentence. */
  readonly rule: string;
  /** Throws CheckFailure, CheckSkipped, or another error when the server cannot be reached. */
  readonly run: (world: World) => Promise<void>;
}

type Define = (section: string, rule: string, run: Check['run']) => Check;

/** Returns the functions that define checks of one operation, one for each document. */
export function checksOf(operation: Operation): { document: Define; decision: Define } {
  const define =
    (kind: Check['kind']): Define =>
    (section, rule, run) => ({ operation, kind, section, rule, run });
  return { document: define('document'), decision: define('decision') };
}
