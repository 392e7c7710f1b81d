import type { AgentConfiguration } from '../../domains/agents/index.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/index.ts';

/** What tools are run with. */
export interface ToolEnvironment {
  db: Database;
  secret: SecretKey;
  /** Asked for by each tool that makes requests when it is opened, so that it is there when the model calls the tool. */
  egress: () => Promise<Egress>;
}

/** What a chat does itself of what its agent's tools ask for. */
export interface ToolsOfChat {
  /** Stores what a tool wrote for others to look up. */
  writeSessionData(input: { data: Record<string, unknown>; ttlSeconds: number }): Promise<void>;
}

/** The call that tools are run in, and the agent in the version that it runs. */
export interface ToolCall {
  organizationId: string;
  /** The chat's where it is one. */
  callId: string;
  /** E.164 where it could be told; in a chat empty where it could not. */
  customerNumber: string;
  /** Absent: it is a telephone call. */
  chat?: ToolsOfChat;
  agent: { agentId: string } & Pick<
    AgentConfiguration,
    'tools' | 'transferDestinations' | 'model' | 'conversation'
  >;
  /** The values of the prompt's variables. */
  variables: Record<string, unknown>;
}
