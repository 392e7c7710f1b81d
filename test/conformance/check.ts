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

/** What a check works with. */
export interface World {
  readonly client: Client;
  readonly fixtures: Fixtures;
}

/** One rule of a document, and how to see whether a server keeps it. */
export interface Check {
  readonly operation: Operation;
  /** `document`: the interface document. `decision`: the page of what it leaves open. */
  readonly kind: 'document' | 'decision';
  /** The section of that document. */
  readonly section: string;
  /** The rule, as a sentence. */
  readonly rule: string;
  /** Throws CheckFailure or CheckSkipped, or any other error when the server cannot be spoken to. */
  readonly run: (world: World) => Promise<void>;
}

type Define = (section: string, rule: string, run: Check['run']) => Check;

/** The two ways of defining a check of one operation, one for each document. */
export function checksOf(operation: Operation): { document: Define; decision: Define } {
  const define =
    (kind: Check['kind']): Define =>
    (section, rule, run) => ({ operation, kind, section, rule, run });
  return { document: define('document'), decision: define('decision') };
}
