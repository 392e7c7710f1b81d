import { z } from 'zod';
import { DateTime, Language, PageMetadata } from '../../platform/http/index.ts';
import { AnalysisPlan } from './configuration/analysis-plan.ts';
import { ConversationSettings } from './configuration/conversation.ts';
import { withAgreement } from './configuration/fallbacks.ts';
import { Flow } from './configuration/flow.ts';
import { GuardRails } from './configuration/guard-rails.ts';
import { Knowledge } from './configuration/knowledge.ts';
import { Memory } from './configuration/memory.ts';
import { Model } from './configuration/model.ts';
import { SpeechToSpeech } from './configuration/speech-to-speech.ts';
import { type StoredTool, Tool } from './configuration/tools.ts';
import { Transcriber } from './configuration/transcriber.ts';
import { TransferDestination } from './configuration/transfer-destination.ts';
import { Voice } from './configuration/voice.ts';
import { builtInVariables, variableName } from './prompt-variables.ts';

const Variable = z.strictObject({
  name: z.string().regex(variableName, {
    error: 'must be letters, digits and _ (no white space), not starting with a digit, at most 64',
  }),
  required: z.boolean().default(true),
  default: z.union([z.string(), z.number(), z.boolean()]).nullable().default(null),
  description: z.string().max(1000).nullable().default(null),
});

const FurtherLanguage = z.strictObject({
  language: Language,
  voice: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe(
      "The id of a voice of the agent's voice provider; null: the provider's first voice of the language",
    ),
});

const AgentLimits = z.strictObject({
  maxDurationSeconds: z
    .int()
    .min(10)
    .max(14_400)
    .default(1800)
    .describe(
      'Maximum duration of the conversation in seconds; then the call ends. The time pauses during a transfer, which ends the call after 4 hours',
    ),
  silenceSeconds: z.int().min(1).max(600).default(10).describe('Ends the call after this much silence'),
});

const defaultLimits = { maxDurationSeconds: 1800, silenceSeconds: 10 };

const fields = {
  name: z.string().trim().min(1).max(100),
  prompt: z
    .string()
    .min(1)
    .max(100_000)
    .refine((text) => text.trim() !== '', { error: 'must not be only white space' })
    .describe('May contain `{{variable}}`'),
  firstMessage: z
    .string()
    .max(10_000)
    .nullable()
    .describe('Spoken when the call is answered; null: the model speaks first'),
  language: Language.describe('The language in which calls begin'),
  languages: z
    .array(FurtherLanguage)
    .max(10)
    .describe('Further languages. A call changes to one of them when the caller speaks it or asks for it'),
  variables: z
    .array(Variable)
    .max(200)
    .describe(
      `Variables used in \`prompt\` or \`firstMessage\` and not listed here are required, except ${builtInVariables.join(', ')}, which every call has`,
    ),
  model: withAgreement(Model)
    .nullable()
    .describe('The model that decides what to say; null: the agent says only its first message'),
  voice: withAgreement(Voice).nullable().describe('null: the embedded voice'),
  transcriber: withAgreement(Transcriber)
    .nullable()
    .describe('null: the embedded recognizer, if the model supplies the phrases to expect'),
  speechToSpeech: SpeechToSpeech.nullable().describe(
    'A model that hears and speaks directly. `transcriber`, `model` and `voice` take over when it cannot be reached, and the voice speaks fixed texts. null: transcriber, model and voice handle the call',
  ),
  flow: Flow.nullable().describe(
    'The conversation as a graph of stages, each with its own instructions and tools; null: `prompt` alone',
  ),
  tools: z.array(Tool).max(100).describe('The tools that the model may call'),
  transferDestinations: z.array(TransferDestination).max(100),
  analysis: AnalysisPlan.nullable().describe('The analysis of a call after it ends; null: none'),
  memory: Memory.nullable().describe(
    'What the agent remembers of a customer from one conversation to the next, as in `/api/customer-facts`; null: nothing',
  ),
  knowledge: Knowledge.nullable().describe(
    'The documents from which the agent answers. They are searched while the caller speaks, and before each answer of a chat; null: none',
  ),
  limits: AgentLimits,
  conversation: ConversationSettings,
  guardRails: GuardRails.describe(
    'Rules that are checked before the agent says or does something. A sentence that breaks one is replaced',
  ),
};

export const CreateAgent = z
  .strictObject({
    ...fields,
    firstMessage: fields.firstMessage.default(null),
    language: fields.language.default('en-US'),
    languages: fields.languages.default([]),
    variables: fields.variables.default([]),
    model: fields.model.default(null),
    voice: fields.voice.default(null),
    transcriber: fields.transcriber.default(null),
    speechToSpeech: fields.speechToSpeech.default(null),
    flow: fields.flow.default(null),
    tools: fields.tools.default([]),
    transferDestinations: fields.transferDestinations.default([]),
    analysis: fields.analysis.default(null),
    memory: fields.memory.default(null),
    knowledge: fields.knowledge.default(null),
    limits: fields.limits.default(defaultLimits),
    conversation: fields.conversation.prefault({}),
    guardRails: fields.guardRails.prefault({}),
  })
  .meta({ id: 'CreateAgent' });
export type CreateAgent = z.output<typeof CreateAgent>;
/** An agent's configuration as a version stores it, with sealed secrets. */
export type AgentConfiguration = Omit<CreateAgent, 'tools'> & { tools: StoredTool[] };

export const UpdateAgent = z
  .strictObject({
    ...z.strictObject(fields).partial().shape,
    publish: z
      .boolean()
      .default(true)
      .describe(
        'true: publishes the change at once, and adds it to an existing draft. false: saves the change in the draft, which starts as a copy of the published version',
      ),
  })
  .meta({ id: 'UpdateAgent' });
export type UpdateAgent = z.output<typeof UpdateAgent>;

const requiredVariables = z
  .array(z.string())
  .describe('The variables that a campaign call must provide in `variables`');

const ShownConfiguration = z.object(fields).meta({ id: 'AgentConfiguration' });

export const Agent = z
  .object({
    agentId: z.string(),
    version: z.int().describe('The published version, starting at 1. New calls run it'),
    ...fields,
    requiredVariables,
    draft: ShownConfiguration.nullable().describe('Unpublished changes; null: none'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Agent' });
export type Agent = z.output<typeof Agent>;

export const AgentPage = z
  .object({ agents: z.array(Agent), metadata: PageMetadata })
  .meta({ id: 'AgentPage' });

const versionFields = {
  agentId: z.string(),
  version: z.int(),
  publishedAt: DateTime,
  publishedBy: z.string().describe('The member who published it'),
};

export const AgentVersionSummary = z.object(versionFields).meta({ id: 'AgentVersionSummary' });
export type AgentVersionSummary = z.output<typeof AgentVersionSummary>;

export const AgentVersion = z
  .object({ ...versionFields, configuration: ShownConfiguration })
  .meta({ id: 'AgentVersion' });
export type AgentVersion = z.output<typeof AgentVersion>;

export const AgentVersionPage = z
  .object({ versions: z.array(AgentVersionSummary), metadata: PageMetadata })
  .meta({ id: 'AgentVersionPage' });
