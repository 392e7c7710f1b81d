import type { ToolRule } from '../../conversation/guard-rails/schema.ts';
import type { FieldError } from '../../platform/kernel/index.ts';
import { dialoguesOf, keysToolName } from './dialogue-tools.ts';
import { variablesIn } from './prompt-variables.ts';
import type { AgentConfiguration } from './schemas.ts';

type Guarded = Pick<
  AgentConfiguration,
  | 'guardRails'
  | 'flow'
  | 'tools'
  | 'model'
  | 'conversation'
  | 'languages'
  | 'speechToSpeech'
  | 'variables'
  | 'prompt'
  | 'firstMessage'
>;

/** Reports rules that name what the agent lacks, that cannot be evaluated, or that cannot be applied. */
export async function guardRailProblems(agent: Guarded): Promise<FieldError[]> {
  const { rules } = agent.guardRails;
  if (rules.length === 0) return [];
  const { conditionProblem } = await import('../../conversation/guard-rails/index.ts');
  const errors: FieldError[] = [];
  const names = rules.map(({ name }) => name);
  for (const [index, rule] of rules.entries()) {
    const field = `guardRails.rules.${index}`;
    const report = (part: string, message: string) => errors.push({ field: `${field}.${part}`, message });
    if (names.indexOf(rule.name) < index) report('name', 'is listed twice');
    if (rule.type === 'tool') {
      for (const [at, tool] of rule.tools.entries())
        if (!isTool(tool, agent)) report(`tools.${at}`, "must be the name of one of the agent's tools");
      const problem =
        rule.when === null ? null : (conditionProblem(rule.when) ?? unknownDisclosure(rule.when, agent));
      if (problem !== null) report('when', problem);
      const unknown = unknownArgument(rule, agent);
      if (unknown !== undefined)
        report('confirmation', `has {{${unknown}}}, which is an argument of none of its tools`);
    }
    if (rule.type === 'personal-data') {
      for (const [at, variable] of rule.variables.entries())
        if (!isVariable(variable, agent))
          report(`variables.${at}`, "must be one of the agent's variables; list it in `variables`");
    }
    if (agent.speechToSpeech !== null && rule.type !== 'disclosure' && rule.type !== 'tool') {
      report('type', 'cannot be used with `speechToSpeech`, whose speech is heard before it can be checked');
    } else if (rule.type === 'topic' && agent.guardRails.model === null && !hasJudge(agent)) {
      report('type', 'requires `guardRails.model`, because the agent has no language model that can judge');
    }
  }
  if (agent.guardRails.model?.provider === 'scripted')
    errors.push({ field: 'guardRails.model.provider', message: 'must not be scripted, which cannot judge' });
  return errors;
}

/** Returns the problem of a condition that asks for a disclosure the agent lacks, so that it never holds; else `null`. */
function unknownDisclosure(when: string, { guardRails: { rules } }: Guarded): string | null {
  const known = rules.flatMap(({ type, name }) => (type === 'disclosure' ? [name] : []));
  const asked = when.matchAll(/\bdisclosed\s*(?:\.\s*(\w+)|\[\s*(["'])(.*?)\2\s*\])/g);
  const [unknown] = [...asked]
    .map(([, field, , text]) => field ?? text!)
    .filter((name) => !known.includes(name));
  if (unknown === undefined) return null;
  return `reads disclosed["${unknown}"], but no rule of the type disclosure has this name`;
}

/** Returns an argument in the question that no tool of the rule has. It would be left out when the question is asked. */
function unknownArgument({ confirmation, tools: names }: ToolRule, { tools }: Guarded): string | undefined {
  const known = names.map((name) => {
    const tool = tools.find((one) => one.name === name);
    return tool && 'parameters' in tool ? Object.keys(tool.parameters.properties ?? {}) : [];
  });
  // The arguments of built-in tools and of MCP servers are not known here.
  if (known.some((properties) => properties.length === 0)) return undefined;
  return variablesIn(confirmation ?? '').find((name) => !known.flat().includes(name));
}

/** A name that is mistyped would protect nothing. */
function isVariable(name: string, { variables, prompt, firstMessage }: Guarded): boolean {
  const used = [prompt, firstMessage ?? ''].flatMap(variablesIn);
  return variables.some((one) => one.name === name) || used.includes(name);
}

function hasJudge({ model }: Guarded): boolean {
  return model !== null && model.provider !== 'scripted';
}

/** Tools of MCP servers are only known during a call. */
function isTool(name: string, agent: Guarded): boolean {
  const ofDialogues = dialoguesOf(agent).flatMap(({ dialogue: own }) => [own.endTool, own.transferTool]);
  return (
    ofDialogues.includes(name) ||
    (agent.conversation.menus !== null && name === keysToolName) ||
    agent.tools.some((tool) => (tool.type === 'mcp' ? name.startsWith(`${tool.name}_`) : tool.name === name))
  );
}
