import type { Queryable } from '../../platform/db/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import { addressProblems } from './destinations.ts';
import { dialogueProblems, transferProblems } from './dialogue-tools.ts';
import { languageProblems, unknownKeys } from './provider-problems.ts';
import { requiredVariables } from './required-variables.ts';
import type { AgentConfiguration } from './schemas.ts';
import { holdWorkflows } from './store/references.ts';

/**
 * Returns the variables that a call must provide. Throws a validation error when parts of the configuration contradict
 * each other or name something the organization does not have.
 */
export async function checkConfiguration(
  db: Queryable,
  organizationId: string,
  configuration: AgentConfiguration,
): Promise<string[]> {
  const { required, errors } = requiredVariables(configuration);
  errors.push(
    ...dialogueProblems(configuration),
    ...transferProblems(configuration),
    ...toolProblems(configuration),
    ...destinationProblems(configuration),
    ...languageProblems(configuration),
    ...warningProblems(configuration),
    ...speechToSpeechProblems(configuration),
  );
  errors.push(...(await addressProblems(db, organizationId, configuration)));
  errors.push(...(await unknownWorkflows(db, organizationId, configuration)));
  errors.push(...(await unknownKeys(db, organizationId, configuration)));
  if (errors.length > 0) throw invalid(errors);
  return required;
}

function toolProblems({ tools, transferDestinations }: AgentConfiguration): FieldError[] {
  const errors = repeated('tools', tools);
  const types = new Set<string>();
  for (const [index, { type }] of tools.entries()) {
    if (type === 'transfer' && transferDestinations.length === 0) {
      errors.push({
        field: `tools.${index}.type`,
        message: 'needs at least one entry in transferDestinations',
      });
    }
    if (types.has(type) && !manyOfType.has(type)) {
      errors.push({ field: `tools.${index}.type`, message: `${type} is listed twice` });
    }
    types.add(type);
  }
  return errors;
}

const manyOfType: ReadonlySet<string> = new Set(['http', 'mcp', 'workflow']);

function destinationProblems({ transferDestinations }: AgentConfiguration): FieldError[] {
  const errors = repeated('transferDestinations', transferDestinations);
  const next = new Map(transferDestinations.map(({ name, fallback }) => [name, fallback]));
  for (const [index, { name, fallback }] of transferDestinations.entries()) {
    if (fallback === 'return' || fallback === 'end') continue;
    const field = `transferDestinations.${index}.fallback`;
    if (!next.has(fallback)) {
      errors.push({ field, message: 'must be return, end or the name of another destination' });
    } else if (leadsBack(name, next)) {
      errors.push({ field, message: 'must not lead back to this destination' });
    }
  }
  return errors;
}

function warningProblems({ conversation, limits }: AgentConfiguration): FieldError[] {
  const beforeSeconds = conversation.durationWarning?.beforeSeconds ?? 0;
  if (beforeSeconds < limits.maxDurationSeconds) return [];
  const message = 'must be less than limits.maxDurationSeconds';
  return [{ field: 'conversation.durationWarning.beforeSeconds', message }];
}

/** Returns whether following the fallbacks from a name returns to it. */
function leadsBack(name: string, next: ReadonlyMap<string, string>): boolean {
  let at = next.get(name);
  for (let steps = 0; at !== undefined && steps < next.size; steps++) {
    if (at === name) return true;
    at = next.get(at);
  }
  return false;
}

function repeated(field: string, items: readonly { name: string }[]): FieldError[] {
  return items.flatMap(({ name }, index) =>
    items.findIndex((item) => item.name === name) < index
      ? [{ field: `${field}.${index}.name`, message: 'is listed twice' }]
      : [],
  );
}

async function unknownWorkflows(
  db: Queryable,
  organizationId: string,
  { tools }: AgentConfiguration,
): Promise<FieldError[]> {
  const named = tools.flatMap((tool, index) =>
    tool.type === 'workflow' ? [{ id: tool.workflowId, field: `tools.${index}.workflowId` }] : [],
  );
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  const known = await holdWorkflows(db, organizationId, ids);
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ field }) => ({ field, message: 'must be the id of a workflow' }));
}

/** Reports a transcriber that is never used because speech-to-speech hears the caller and no model can replace it. */
function speechToSpeechProblems(agent: AgentConfiguration): FieldError[] {
  const { speechToSpeech, model, transcriber } = agent;
  if (speechToSpeech === null || model !== null || transcriber === null) return [];
  const message =
    'is never used: `speechToSpeech` hears the caller, and without `model` nothing can replace it';
  return [{ field: 'transcriber', message }];
}
