import type { AgentConfiguration } from '../../domains/agents/index.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import type { OptOuts } from './opt-outs.ts';

/** The dependencies of tools. */
export interface ToolEnvironment {
  db: Database;
  secret: SecretKey;
  /** Keeps opt-outs while the database is away. Without it, they fail then. */
  optOuts?: Pick<OptOuts, 'record'>;
  /**
   * Opens egress. A tool that makes requests calls this when it is opened, so that no call of the model waits for it.
   */
  egress: () => Promise<Egress>;
}

/** Tool operations that a chat performs itself. */
export interface ToolsOfChat {
  /** Stores session data written by a tool. */
  writeSessionData(input: { data: Record<string, unknown>; ttlSeconds: number }): Promise<void>;
}

/** The call that the tools belong to, and the agent's version. */
export interface ToolCall {
  organizationId: string;
  /** The chat's id in a chat. */
  callId: string;
  /** E.164 when known; empty in a chat with an unknown number. */
  customerNumber: string;
  /** Omitted in a call. */
  chat?: ToolsOfChat;
  agent: { agentId: string } & Pick<
    AgentConfiguration,
    'tools' | 'transferDestinations' | 'model' | 'conversation' | 'language' | 'languages'
  >;
  /** The values of the prompt's variables. */
  variables: Record<string, unknown>;
}
