import type { SecretKey } from '../access/index.ts';
import type { AgentConfiguration } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import type { Egress } from '../egress/index.ts';

/** What tools are run with. */
export interface ToolEnvironment {
  db: Database;
  secret: SecretKey;
  /** Asked for by each tool that makes requests when it is opened, so that it is there when the model calls the tool. */
  egress: () => Promise<Egress>;
}

/** The call that tools are run in, and the agent in the version that it runs. */
export interface ToolCall {
  organizationId: string;
  callId: string;
  /** E.164 where it could be told. */
  customerNumber: string;
  agent: { agentId: string } & Pick<
    AgentConfiguration,
    'tools' | 'transferDestinations' | 'model' | 'conversation'
  >;
  /** The values of the prompt's variables. */
  variables: Record<string, unknown>;
}
