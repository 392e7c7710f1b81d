import { Checkbox, NumberInput, Select, SimpleGrid, TagsInput, Textarea, TextInput } from '@mantine/core';
import { Choice } from '../picks/index.ts';
import type { Configuration } from './agent-labels.ts';
import type { AgentForm } from './use-agent-form.ts';

type Tool = Configuration['tools'][number];
type HandOver = Extract<Tool, { type: 'handOver' }>;
type Consult = Extract<Tool, { type: 'consult' }>;

/** A hand-over to another agent, or a question to one. */
export type OtherAgentTool = HandOver | Consult;

/** The parts of the conversation that the other agent receives. */
export const histories = [
  { value: 'all', label: 'The whole conversation' },
  { value: 'lastTurns', label: 'The last turns' },
  { value: 'summary', label: 'A summary by this agent' },
  { value: 'none', label: 'Nothing' },
];
/** How the other agent begins. */
export const openings = [
  { value: 'answer', label: 'Answers the customer' },
  { value: 'firstMessage', label: 'Says its first message' },
];

interface FieldsProps<One extends OtherAgentTool> {
  form: AgentForm;
  /** The path of the tool in the agent. */
  path: string;
  tool: One;
  change: (changes: Partial<One>) => void;
}

/** The fields of a tool that names another agent. */
export function OtherAgentFields({ form, path, tool, change }: FieldsProps<OtherAgentTool>) {
  const { errorOf, isReadOnly: readOnly } = form;
  const { history } = tool;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" mt={6}>
      <Choice
        label="Agent"
        kind="agents"
        value={tool.agentId}
        onChange={(agentId) => !readOnly && change({ agentId })}
        error={errorOf(`${path}.agentId`)}
        required
      />
      <TextInput
        label="Name of the tool"
        value={tool.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={errorOf(`${path}.name`)}
        readOnly={readOnly}
        required
      />
      <Textarea
        label={tool.type === 'handOver' ? 'When to hand over' : 'What it can be asked'}
        value={tool.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        error={errorOf(`${path}.description`)}
        readOnly={readOnly}
        autosize
        minRows={1}
        required
      />
      <Select
        label="It knows of the conversation"
        data={tool.type === 'consult' ? histories.filter(({ value }) => value !== 'summary') : histories}
        value={history}
        onChange={(chosen) => change({ history: chosen as Consult['history'] })}
        error={errorOf(`${path}.history`)}
        readOnly={readOnly}
        allowDeselect={false}
      />
      {history === 'lastTurns' ? (
        <NumberInput
          label="Turns of the customer"
          value={tool.turns}
          onChange={(turns) => change({ turns: Number(turns) })}
          error={errorOf(`${path}.turns`)}
          min={1}
          max={50}
          readOnly={readOnly}
        />
      ) : null}
      {tool.type === 'handOver' ? (
        <HandOverFields form={form} path={path} tool={tool} change={change} />
      ) : (
        <NumberInput
          label="Wait for the answer at most"
          suffix=" s"
          value={tool.timeoutMs / 1000}
          onChange={(seconds) => change({ timeoutMs: Number(seconds) * 1000 })}
          error={errorOf(`${path}.timeoutMs`)}
          min={1}
          max={30}
          readOnly={readOnly}
        />
      )}
    </SimpleGrid>
  );
}

function HandOverFields({ form, path, tool, change }: FieldsProps<HandOver>) {
  const { errorOf, isReadOnly: readOnly } = form;
  const { parameters, variables } = tool;
  return (
    <>
      <TextInput
        label="This agent says before"
        placeholder="Nothing"
        value={tool.message ?? ''}
        onChange={({ currentTarget }) => change({ message: currentTarget.value || null })}
        error={errorOf(`${path}.message`)}
        readOnly={readOnly}
      />
      <Select
        label="The other agent begins"
        data={openings}
        value={tool.opening}
        onChange={(opening) => change({ opening: opening as HandOver['opening'] })}
        error={errorOf(`${path}.opening`)}
        readOnly={readOnly}
        allowDeselect={false}
      />
      <TagsInput
        label="Variables that this agent's model gives"
        description="Such as invoice. The other agent has them as {{invoice}}."
        value={Object.keys(propertiesOf(parameters))}
        onChange={(names) => change({ parameters: withNames(parameters, names) })}
        error={errorOf(`${path}.parameters`)}
        readOnly={readOnly}
      />
      <HandedVariables
        variables={variables}
        onChange={(next) => change({ variables: next })}
        error={errorOf(`${path}.variables`)}
        readOnly={readOnly}
      />
      <Checkbox
        label="The other agent may hand the conversation back"
        checked={tool.mayReturn}
        onChange={({ currentTarget }) => change({ mayReturn: currentTarget.checked })}
        disabled={readOnly}
      />
    </>
  );
}

interface HandedVariablesProps {
  variables: HandOver['variables'];
  onChange: (variables: HandOver['variables']) => void;
  error: string | undefined;
  readOnly: boolean;
}

/** The variables that the other agent gets: all, or those with these names. */
export function HandedVariables({ variables, onChange, error, readOnly }: HandedVariablesProps) {
  return (
    <>
      <TagsInput
        label="Variables of this agent"
        description="Without a name, the other agent gets none of them."
        value={variables === 'all' ? [] : variables}
        placeholder={variables === 'all' ? 'All' : ''}
        onChange={onChange}
        error={error}
        disabled={variables === 'all'}
        readOnly={readOnly}
      />
      <Checkbox
        label="Give the other agent all variables of this one"
        checked={variables === 'all'}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'all' : [])}
        disabled={readOnly}
      />
    </>
  );
}

function propertiesOf(parameters: HandOver['parameters']): Record<string, unknown> {
  return (parameters.properties ?? {}) as Record<string, unknown>;
}

/** Returns a schema with these parameters. Those that it has keep their schemas; new ones are required texts. */
function withNames(parameters: HandOver['parameters'], names: string[]): HandOver['parameters'] {
  const before = propertiesOf(parameters);
  const required = new Set(Array.isArray(parameters.required) ? (parameters.required as string[]) : []);
  const properties = Object.fromEntries(names.map((name) => [name, before[name] ?? { type: 'string' }]));
  return {
    ...parameters,
    properties,
    required: names.filter((name) => required.has(name) || !Object.hasOwn(before, name)),
  };
}
