import type { ToolRunner } from '../../conversation/pipeline/index.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import type { AgentConfiguration, AgentRecord, StoredTool } from '../../domains/agents/index.ts';
import type { QuestionVectors } from '../../domains/knowledge/index.ts';
import type { SecretKey } from '../../platform/access/index.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import type { HistoryTerms } from './handed-history.ts';
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
  /** Turns questions to the knowledge into vectors. Without it, searches compare words alone. */
  questionVectors?: QuestionVectors | undefined;
}

/** Tool operations that a chat performs itself. */
export interface ToolsOfChat {
  customerUniqueId: string;
  /** Stores session data written by a tool. */
  writeSessionData(input: { data: Record<string, unknown>; ttlSeconds: number }): Promise<void>;
}

/** A hand-over that an agent wants. */
export type HandOver = { reason: string | null; summary: string | null } & (
  | {
      kind: 'over';
      tool: Extract<StoredTool, { type: 'handOver' }>;
      agent: AgentRecord;
      /** What the agent gets besides its defaults. */
      variables: Record<string, unknown>;
    }
  | { kind: 'back' }
);

/** The other agents of the organization, as one call or chat can reach them. */
export interface OtherAgents {
  /** The agent to which this one may hand the conversation back, and on which terms; `null` for none. */
  returnsTo: { name: string; terms: HistoryTerms } | null;
  /**
   * Prepares another agent, which carries on as soon as this one's turn is over. Throws a ToolFailure when that is not
   * possible.
   */
  handOver(
    to: HandOver,
    signal: AbortSignal,
  ): Promise<{ agentId: string; version: number | null; name: string }>;
  /** Opens the language models of another agent. */
  findModels(
    agent: AgentConfiguration & { agentId: string; version: number },
    variables: Record<string, unknown>,
  ): Promise<{ models: readonly LanguageModel[] } & AsyncDisposable>;
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
  /** Omitted where no other agent can be reached, as for an agent that is only consulted. */
  others?: OtherAgents;
  agent: { agentId: string } & Pick<
    AgentConfiguration,
    | 'name'
    | 'tools'
    | 'transferDestinations'
    | 'model'
    | 'flow'
    | 'conversation'
    | 'language'
    | 'languages'
    | 'memory'
    | 'knowledge'
  >;
  /** The values of the prompt's variables. */
  variables: Record<string, unknown>;
}

/** A call's tools, to be disposed of after the call. */
export interface OpenToolRunner extends ToolRunner, AsyncDisposable {
  /** Resolves when every MCP server has listed its tools or failed; never rejects. */
  readonly complete: Promise<unknown>;
  /** Returns whether the tool may be repeated when it is unknown if it ran. */
  isRepeatable(name: string): boolean;
}

export interface ToolRunnerOptions {
  /** Aborts at the end of the call. */
  signal: AbortSignal;
  /** Reports unavailable servers and failed tools for the log. Neither ends the call. */
  onProblem: (problem: { tool: string; error: unknown }) => void;
}

/** Opens the tools of an agent for one call. */
export type OpenTools = (
  environment: ToolEnvironment,
  call: ToolCall,
  options: ToolRunnerOptions,
) => OpenToolRunner;
