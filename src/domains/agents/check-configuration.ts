import { handOverOf } from '../../conversation/flow/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { type FieldError, invalid } from '../../platform/kernel/index.ts';
import { parseUri } from '../../telephony/sip/syntax/index.ts';
import { dialPlanOf } from '../rules/index.ts';
import { judgeAddress } from './configuration/judge-address.ts';
import { dialogueProblems, transferProblems } from './dialogue-tools.ts';
import { flowProblems } from './flow-problems.ts';
import { guardRailProblems } from './guard-rail-problems.ts';
import { builtInVariables, variablesIn, variablesProblem } from './prompt-variables.ts';
import { languageProblems, unknownKeys } from './provider-problems.ts';
import type { AgentConfiguration, CreateAgent } from './schemas.ts';
import { campaignProblems, speechToSpeechProblems } from './speech-to-speech-problems.ts';
import {
  addressTerms,
  holdAgents,
  holdSound,
  holdSources,
  holdTeams,
  holdWorkflows,
} from './store/references.ts';

/**
 * Returns the variables that a call must provide. Throws a validation error when parts of the configuration contradict
 * each other or name something the organization does not have. `agentId` is the agent of the configuration.
 */
export async function checkConfiguration(
  db: Queryable,
  organizationId: string,
  agentId: string,
  configuration: AgentConfiguration,
): Promise<string[]> {
  const { required, errors } = requiredVariables(configuration);
  errors.push(
    ...dialogueProblems(configuration),
    ...transferProblems(configuration),
    ...toolProblems(configuration),
    ...destinationProblems(configuration),
    ...languageProblems(configuration),
    ...repeatedLanguages(configuration),
    ...warningProblems(configuration),
    ...speechToSpeechProblems(configuration),
    ...menusProblems(configuration),
    ...memoryProblems(configuration),
  );
  errors.push(...(await campaignProblems(db, organizationId, agentId, configuration)));
  errors.push(...(await flowProblems(configuration)));
  errors.push(...(await guardRailProblems(configuration)));
  errors.push(...(await addressProblems(db, organizationId, configuration)));
  errors.push(...(await unknownWorkflows(db, organizationId, configuration)));
  errors.push(...(await otherAgentProblems(db, organizationId, agentId, configuration)));
  errors.push(...(await unknownKeys(db, organizationId, configuration)));
  errors.push(...(await unknownSound(db, organizationId, configuration)));
  errors.push(...(await unknownTeams(db, organizationId, configuration)));
  errors.push(...(await unknownSources(db, organizationId, configuration)));
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

const manyOfType: ReadonlySet<string> = new Set(['http', 'mcp', 'workflow', 'handOver', 'consult']);

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

function repeatedLanguages({ language, languages }: AgentConfiguration): FieldError[] {
  const tags = [language, ...languages.map((one) => one.language)].map((tag) => tag.toLowerCase());
  return tags.flatMap((tag, index) =>
    tags.indexOf(tag) < index
      ? [{ field: `languages.${index - 1}.language`, message: 'is listed twice' }]
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

/** Reports hand-overs to agents that do not exist or to the agent itself, and parameters with a name that Parley uses. */
async function otherAgentProblems(
  db: Queryable,
  organizationId: string,
  agentId: string,
  { tools, flow }: AgentConfiguration,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const named: { id: string; field: string }[] = [];
  const name = (id: string, field: string) => {
    if (id === agentId) errors.push({ field, message: 'must be another agent' });
    else named.push({ id, field });
  };
  for (const [stage, its] of Object.entries(flow?.stages ?? {})) {
    const handOver = handOverOf(its);
    if (handOver) name(handOver.agentId, `flow.stages.${stage}.finish.handOver.agentId`);
  }
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== 'handOver' && tool.type !== 'consult') continue;
    name(tool.agentId, `tools.${index}.agentId`);
    const { properties = {} } = tool.type === 'handOver' ? tool.parameters : {};
    for (const taken of ['reason', 'summary'])
      if (Object.hasOwn(properties as object, taken))
        errors.push({
          field: `tools.${index}.parameters`,
          message: `must not have the property ${taken}, which every hand-over has`,
        });
  }
  if (named.length === 0) return errors;
  const ids = named.map(({ id }) => id);
  const known = await holdAgents(db, organizationId, ids);
  const unknown = named.filter(({ id }) => !known.has(id));
  return [...errors, ...unknown.map(({ field }) => ({ field, message: 'must be the id of an agent' }))];
}

async function unknownSound(
  db: Queryable,
  organizationId: string,
  { conversation }: AgentConfiguration,
): Promise<FieldError[]> {
  const { voicemailSoundId: id } = conversation;
  if (id === null || (await holdSound(db, organizationId, id))) return [];
  return [{ field: 'conversation.voicemailSoundId', message: 'must be the id of a sound' }];
}

async function unknownTeams(
  db: Queryable,
  organizationId: string,
  { transferDestinations }: AgentConfiguration,
): Promise<FieldError[]> {
  const named = transferDestinations.flatMap(({ type, destination: id }, index) =>
    type === 'team' ? [{ id, field: `transferDestinations.${index}.destination` }] : [],
  );
  if (named.length === 0) return [];
  const known = await holdTeams(db, organizationId, [...new Set(named.map(({ id }) => id))]);
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ field }) => ({ field, message: 'must be the id of a team' }));
}

async function unknownSources(
  db: Queryable,
  organizationId: string,
  { knowledge, flow }: AgentConfiguration,
): Promise<FieldError[]> {
  const stages = Object.entries(flow?.stages ?? {}).map(([stage, its]) => ({
    field: `flow.stages.${stage}.knowledge`,
    ids: its.knowledge,
  }));
  const named = [{ field: 'knowledge.sourceIds', ids: knowledge?.sourceIds }, ...stages].flatMap(
    ({ field, ids }) =>
      Array.isArray(ids) ? ids.map((id, index) => ({ field: `${field}.${index}`, id })) : [],
  );
  if (named.length === 0) return [];
  const ids = [...new Set(named.map(({ id }) => id))];
  const known = await holdSources(db, organizationId, ids);
  const unknown = named.filter(({ id }) => !known.has(id));
  return unknown.map(({ field }) => ({ field, message: 'must be the id of a source of knowledge' }));
}

/** Reports menus of an agent that hears no words: they tell a menu from a person. */
function menusProblems({
  conversation,
  model,
  speechToSpeech,
  transcriber,
}: AgentConfiguration): FieldError[] {
  if (conversation.menus === null) return [];
  const needs = (what: string) => [{ field: 'conversation.menus', message: `requires ${what}` }];
  if (speechToSpeech !== null) return needs('`transcriber` and `model` in place of `speechToSpeech`');
  return model === null || transcriber === null ? needs('`transcriber` and `model`') : [];
}

/** Reports facts that no analysis would write. */
function memoryProblems({ memory, analysis }: AgentConfiguration): FieldError[] {
  if (!memory?.writtenBy.analysis || analysis !== null) return [];
  const message = 'requires `analysis`; without it, only the tool can write facts';
  return [{ field: 'memory.writtenBy.analysis', message }];
}

const builtIns: ReadonlySet<string> = new Set(builtInVariables);

/**
 * Returns the variables that a call must provide: listed ones that are required without a default, and unlisted ones
 * used in the texts, except built-in ones. Reports invalid names, unclosed braces and variables listed twice.
 */
function requiredVariables(
  agent: Pick<CreateAgent, 'prompt' | 'firstMessage' | 'variables' | 'flow' | 'guardRails'>,
): {
  required: string[];
  errors: FieldError[];
} {
  const errors: FieldError[] = [];
  const required = new Set<string>();
  const listed = new Map<string, CreateAgent['variables'][number]>();
  agent.variables.forEach((variable, index) => {
    if (listed.has(variable.name))
      errors.push({ field: `variables.${index}.name`, message: 'is listed twice' });
    listed.set(variable.name, variable);
    if (variable.required && variable.default === null) required.add(variable.name);
  });
  for (const field of ['prompt', 'firstMessage'] as const) {
    const text = agent[field] ?? '';
    const message = variablesProblem(text);
    if (message !== null) errors.push({ field, message });
    for (const name of variablesIn(text)) if (!listed.has(name) && !builtIns.has(name)) required.add(name);
  }
  for (const { field, text } of spokenByRules(agent)) {
    const message = variablesProblem(text);
    if (message !== null) errors.push({ field, message });
    for (const name of variablesIn(text)) if (!listed.has(name) && !builtIns.has(name)) required.add(name);
  }
  const found = (agent.flow?.variables.properties ?? {}) as object;
  for (const { instructions, says, finish } of Object.values(agent.flow?.stages ?? {})) {
    const transfer = finish !== null && finish !== 'end-call' && 'transfer' in finish ? finish.transfer : '';
    for (const name of [instructions, says ?? '', transfer].flatMap(variablesIn))
      if (!listed.has(name) && !builtIns.has(name) && !Object.hasOwn(found, name)) required.add(name);
  }
  return { required: [...required], errors };
}

/** Returns the texts that the agent says for its rules. */
function spokenByRules({ guardRails }: Pick<CreateAgent, 'guardRails'>): { field: string; text: string }[] {
  return guardRails.rules.flatMap((rule, index) => {
    const field = `guardRails.rules.${index}`;
    if (rule.type === 'tool') return [];
    if (rule.type === 'disclosure') return [{ field: `${field}.text`, text: rule.text }];
    return [{ field: `${field}.replacement`, text: rule.replacement }];
  });
}

/**
 * Returns the SIP destinations that no trunk of the organization can be used for. Countries and types of numbers are
 * judged when the destination is called, because the organization's settings may change before. A trunk without a country
 * or numbers of its own has the country of another number of the organization.
 */
async function addressProblems(
  db: Queryable,
  organizationId: string,
  { transferDestinations }: Pick<AgentConfiguration, 'transferDestinations'>,
): Promise<FieldError[]> {
  if (transferDestinations.every(({ type }) => type !== 'sip')) return [];
  const { sipHosts, trunks } = await addressTerms(db, organizationId);
  const plans = trunks.map(({ dialPlan, number }) => dialPlanOf(dialPlan, number ?? ''));
  if (plans.length === 0) plans.push({ country: null, exitCodes: [], linePrefixes: [] });
  const distinct = [...new Map(plans.map((plan) => [JSON.stringify(plan), plan])).values()];
  const trunkHosts = trunks.map(({ host }) => host.toLowerCase());
  return transferDestinations.flatMap(({ type, destination }, index) => {
    const uri = type === 'sip' ? parseUri(destination) : null;
    if (!uri) return [];
    const verdicts = distinct.map((plan) =>
      judgeAddress(uri, { plan, reach: { allowedCountries: [] }, sipHosts, trunkHosts }),
    );
    const isUsable = verdicts.some((verdict) => verdict.allowed || verdict.isSetting);
    const [first] = verdicts;
    if (isUsable || !first || first.allowed) return [];
    const field = `transferDestinations.${index}.destination`;
    return [{ field, message: `cannot be called. ${first.message}` }];
  });
}
