import type { z } from 'zod';
import type { CreateAgent } from '../agents/index.ts';

/** The body of `POST /api/agents`. */
export type AgentDocument = z.input<typeof CreateAgent>;

/** The jobs, as the API names them. */
export const jobs = [
  'appointment-reminder',
  'rescheduling',
  'receptionist',
  'lead-qualification',
  'order-status',
  'collections',
  'survey',
  'identity-check',
  'after-hours-triage',
  'hand-off',
] as const;
export type Job = (typeof jobs)[number];

/** A value that differs by company or by call. */
export interface TemplateVariable {
  name: string;
  description: string;
  example: string;
  /** Whether each call must supply it. Otherwise the example is the agent's default. */
  required: boolean;
}

/** One turn of the sample conversation. */
export type TemplateTurn = { agent: string } | { customer: string } | { presses: string };

/** A complete agent for a common job. */
export interface AgentTemplate {
  job: Job;
  name: string;
  /** One sentence: what the agent does. */
  summary: string;
  /** Who calls: `inbound` is the customer. */
  direction: 'inbound' | 'outbound';
  variables: TemplateVariable[];
  /** Works without a key: scripted stages, with the embedded voice and recognizer. */
  embedded: AgentDocument;
  /** Instructions for a model. A preset adds `model`, `voice` and `transcriber`. */
  vendor: AgentDocument;
  /** A conversation with the embedded agent and the examples of its variables, word for word. */
  conversation: TemplateTurn[];
  /** What the analysis holds after that conversation. */
  result: Record<string, unknown>;
  /** How that call ends. */
  endedReason: string;
}
