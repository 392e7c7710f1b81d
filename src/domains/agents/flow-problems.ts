import { flowEntryName, handOverOf } from '../../conversation/flow/index.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import type { AgentConfiguration } from './schemas.ts';

type FlowAgent = Pick<
  AgentConfiguration,
  'flow' | 'model' | 'speechToSpeech' | 'tools' | 'transferDestinations' | 'conversation'
>;

/** Reports parts of a flow that the rest of the agent does not fit. */
export async function flowProblems(agent: FlowAgent): Promise<FieldError[]> {
  const { flow } = agent;
  if (flow === null) return [];
  return [...modelProblems(agent, flow), ...toolProblems(agent, flow), ...(await conditionProblems(flow))];
}

type Flow = NonNullable<AgentConfiguration['flow']>;

function modelProblems({ model, speechToSpeech, conversation }: FlowAgent, flow: Flow): FieldError[] {
  const errors: FieldError[] = [];
  const fail = (message: string) => errors.push({ field: 'flow', message });
  if (speechToSpeech !== null)
    fail('requires `transcriber`, `model` and `voice` in place of `speechToSpeech`');
  if (conversation.menus !== null) fail('cannot be used with `conversation.menus`');
  const spoken = Object.entries(flow.stages).find(([, stage]) => needsModel(stage))?.[0];
  if (model === null && spoken !== undefined)
    fail(`requires \`model\`, because it speaks in the stage ${spoken}`);
  const models = model === null ? [] : [model, ...('fallbacks' in model ? model.fallbacks : [])];
  if (models.some(({ provider }) => provider === 'scripted'))
    fail('cannot be used with a scripted `model`; give its dialogue to a stage');
  return errors;
}

/** Returns whether only a model can go on in a stage. Fixed words can be followed by conditions, keys and an end. */
function needsModel(stage: Flow['stages'][string]): boolean {
  const { dialogue, instructions, finish, edges, global } = stage;
  if (dialogue !== null) return false;
  if (instructions !== '' || global?.choice !== undefined) return true;
  const goesOn = finish === null || handOverOf(stage)?.mayReturn === true;
  return goesOn && edges.every(({ when, keys, silence }) => !when && !keys && !silence);
}

function toolProblems({ tools, transferDestinations }: FlowAgent, flow: Flow): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set(tools.map(({ name }) => name));
  const destinations = new Set(transferDestinations.map(({ name }) => name));
  tools.forEach(({ name }, index) => {
    if (name === flowEntryName)
      errors.push({ field: `tools.${index}.name`, message: 'must not be flow in an agent with a flow' });
  });
  for (const [stage, { tools: usable, finish }] of Object.entries(flow.stages)) {
    const field = `flow.stages.${stage}`;
    usable?.forEach((name, index) => {
      if (names.has(name)) return;
      errors.push({
        field: `${field}.tools.${index}`,
        message: "must be the name of one of the agent's tools",
      });
    });
    if (finish === null || finish === 'end-call' || 'handOver' in finish) continue;
    if (finish.transfer.includes('{{') || destinations.has(finish.transfer)) continue;
    const message = 'must be the name of one of transferDestinations';
    errors.push({ field: `${field}.finish.transfer`, message });
  }
  return errors;
}

/** Reports conditions that cannot be evaluated, or that read what the flow does not have. */
async function conditionProblems({ stages, variables }: Flow): Promise<FieldError[]> {
  const { compileExpression, ExpressionError } = await import('../../platform/expressions/index.ts');
  const known = new Set(Object.keys((variables.properties ?? {}) as object));
  const problemOf = (condition: string): string | null => {
    try {
      const { names, fields, steps } = compileExpression(condition).references;
      const other = [...steps, ...names].find((name) => name !== 'vars' && name !== 'call');
      if (other !== undefined) return `uses ${other}; a condition reads vars.<variable> and call.<variable>`;
      const lost = [...fields].find((name) => name.startsWith('vars.') && !known.has(name.slice(5)));
      return lost === undefined ? null : `uses ${lost}, which is not in \`variables\``;
    } catch (error) {
      if (error instanceof ExpressionError) return error.message;
      throw error;
    }
  };
  return Object.entries(stages).flatMap(([stage, { edges }]) =>
    edges.flatMap(({ when }, index) => {
      const message = when === undefined ? null : problemOf(when);
      return message === null ? [] : [{ field: `flow.stages.${stage}.edges.${index}.when`, message }];
    }),
  );
}
