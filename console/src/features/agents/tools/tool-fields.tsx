import { NumberInput, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { Choice } from '../../picks/index.ts';
import type { Configuration } from '../configuration.ts';
import { JsonField } from '../json-field.tsx';
import type { AgentForm } from '../use-agent-form.ts';
import { HeaderFields, type Headers } from './header-fields.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { TryTool } from './try-tool.tsx';

type Tool = Configuration['tools'][number];
/** The tools that name no other agent. */
export type PlainTool = Exclude<Tool, { type: 'handOver' | 'consult' }>;

interface ToolFieldsProps<One> {
  form: AgentForm;
  /** The path of the tool in the agent. */
  path: string;
  tool: One;
  change: (changes: Partial<One>) => void;
}

/** The form of a tool. */
export function ToolFields({ form, path, tool, change }: ToolFieldsProps<PlainTool>) {
  const { isReadOnly: readOnly, errorOf } = form;
  const put = change as (changes: object) => void;
  return (
    <Stack gap="sm" mt={6}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <TextInput
          label="Name"
          description={
            tool.type === 'mcp' ? 'Its tools are called NAME_tool.' : 'The model calls it by this name.'
          }
          value={tool.name}
          onChange={({ currentTarget }) => put({ name: currentTarget.value })}
          error={errorOf(`${path}.name`)}
          readOnly={readOnly}
          required
        />
        {tool.type === 'mcp' ? null : (
          <Textarea
            label="Description"
            description="The model reads when to use it."
            placeholder="As Parley describes it"
            value={tool.description ?? ''}
            onChange={({ currentTarget }) =>
              put({ description: isNullable(tool) ? currentTarget.value || null : currentTarget.value })
            }
            error={errorOf(`${path}.description`)}
            readOnly={readOnly}
            autosize
            minRows={1}
            required={!isNullable(tool)}
          />
        )}
      </SimpleGrid>
      {tool.type === 'http' ? <HttpFields {...{ form, path, tool, change }} /> : null}
      {tool.type === 'mcp' ? <McpFields {...{ form, path, tool, change }} /> : null}
      {tool.type === 'workflow' ? <WorkflowFields {...{ form, path, tool, change }} /> : null}
    </Stack>
  );
}

/** Returns whether the tool has a description of its own. */
const isNullable = ({ type }: PlainTool) => type !== 'http' && type !== 'workflow';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function HttpFields({ form, path, tool, change }: ToolFieldsProps<Extract<Tool, { type: 'http' }>>) {
  const { isReadOnly: readOnly, errorOf } = form;
  return (
    <>
      <div className="tool-address">
        <Select
          label="Method"
          data={methods}
          value={tool.method ?? 'POST'}
          onChange={(method) => method && change({ method: method as NonNullable<typeof tool.method> })}
          allowDeselect={false}
          readOnly={readOnly}
        />
        <TextInput
          label="URL"
          description="{{name}} in the path or query is filled with a parameter or a variable."
          value={tool.url}
          onChange={({ currentTarget }) => change({ url: currentTarget.value.trim() })}
          error={errorOf(`${path}.url`)}
          readOnly={readOnly}
          required
        />
        <Seconds form={form} path={path} tool={tool} change={change} />
      </div>
      <ParameterFields
        form={form}
        path={`${path}.parameters`}
        schema={tool.parameters ?? {}}
        change={(parameters) => change({ parameters })}
      />
      <HeaderFields
        form={form}
        path={`${path}.headers`}
        headers={(tool.headers ?? {}) as Headers}
        change={(headers) => change({ headers })}
      />
      {tool.body == null ? null : (
        <JsonField
          form={form}
          path={`${path}.body`}
          label="Body"
          description="Sent in place of the parameters. Empty: the parameters are sent."
          value={tool.body}
          onChange={(body) => change({ body: body as typeof tool.body })}
        />
      )}
      <TryTool tool={tool} />
    </>
  );
}

function McpFields({ form, path, tool, change }: ToolFieldsProps<Extract<Tool, { type: 'mcp' }>>) {
  const { isReadOnly: readOnly, errorOf } = form;
  return (
    <>
      <div className="tool-address">
        <TextInput
          label="URL"
          description="A server with streamable HTTP transport."
          value={tool.url}
          onChange={({ currentTarget }) => change({ url: currentTarget.value.trim() })}
          error={errorOf(`${path}.url`)}
          readOnly={readOnly}
          required
        />
        <Seconds form={form} path={path} tool={tool} change={change} />
      </div>
      <HeaderFields
        form={form}
        path={`${path}.headers`}
        headers={(tool.headers ?? {}) as Headers}
        change={(headers) => change({ headers })}
      />
    </>
  );
}

function WorkflowFields({ form, path, tool, change }: ToolFieldsProps<Extract<Tool, { type: 'workflow' }>>) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <Choice
          label="Workflow"
          kind="workflows"
          value={tool.workflowId}
          onChange={(workflowId) => !form.isReadOnly && change({ workflowId })}
          error={form.errorOf(`${path}.workflowId`)}
          required
        />
        <Seconds form={form} path={path} tool={tool} change={change} />
      </SimpleGrid>
      <ParameterFields
        form={form}
        path={`${path}.parameters`}
        schema={tool.parameters ?? {}}
        change={(parameters) => change({ parameters })}
      />
    </>
  );
}

interface SecondsProps {
  form: AgentForm;
  path: string;
  tool: { timeoutMs?: number };
  change: (changes: { timeoutMs: number }) => void;
}

function Seconds({ form, path, tool, change }: SecondsProps) {
  return (
    <NumberInput
      label="Wait at most"
      suffix=" s"
      min={0}
      max={30}
      value={(tool.timeoutMs ?? 10_000) / 1000}
      onChange={(seconds) => change({ timeoutMs: Math.round(Number(seconds) * 1000) })}
      error={form.errorOf(`${path}.timeoutMs`)}
      readOnly={form.isReadOnly}
    />
  );
}
