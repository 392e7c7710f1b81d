import { z } from 'zod';
import { FreeObject } from '../../platform/http/index.ts';
import { jobs } from './template.ts';

const TemplateVariable = z.object({
  name: z.string(),
  description: z.string(),
  example: z.string(),
  required: z
    .boolean()
    .describe(
      'true: each call must supply it. false: the example is the default of the agent, until you change it',
    ),
});

const TemplateTurn = z.union([
  z.object({ agent: z.string() }),
  z.object({ customer: z.string() }),
  z.object({ presses: z.string().describe('The keys that the customer presses') }),
]);

const AgentTemplate = z
  .object({
    job: z.enum(jobs),
    name: z.string(),
    summary: z.string().describe('What the agent does, in one sentence'),
    direction: z.enum(['inbound', 'outbound']).describe('Who calls: `inbound` is the customer'),
    variables: z.array(TemplateVariable),
    embedded: FreeObject.describe(
      'A body for `POST /api/agents`. It needs no key: a script, the embedded voice and recognizer',
    ),
    vendor: FreeObject.describe(
      'A body for `POST /api/agents`, with instructions for a model. Add `model`, `voice` and `transcriber`, such as the `configuration` of a preset (`GET /api/agent-presets`)',
    ),
    conversation: z
      .array(TemplateTurn)
      .describe('A conversation with the embedded agent, with the examples as variables'),
    result: FreeObject.describe('What `GET /api/calls/{callId}/analysis` holds after that conversation'),
  })
  .meta({ id: 'AgentTemplate' });

export const AgentTemplateList = z
  .object({ templates: z.array(AgentTemplate) })
  .meta({ id: 'AgentTemplateList' });
