import {
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Choice } from '../../picks/index.ts';
import { SchemaFields } from '../../schema-fields/index.ts';
import { PairsField } from '../../value-fields/index.ts';
import type { Configuration } from '../configuration.ts';
import type { AgentForm } from '../use-agent-form.ts';
import { HeaderFields, type Headers } from './header-fields.tsx';
import { ResponseFields } from './response-fields.tsx';
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
          placeholder={examples[tool.type]?.name}
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
            placeholder={examples[tool.type]?.description ?? 'As Parley describes it'}
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

/** Examples that the empty fields of a new tool show. */
const examples: Partial<Record<PlainTool['type'], { name: string; description?: string }>> = {
  http: { name: 'find_order', description: 'Looks up an order by its number.' },
  mcp: { name: 'shop' },
  workflow: { name: 'book', description: 'Books the agreed appointment.' },
};

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
        <Seconds form={form} path={path} tool={tool} change={change} />
        <TextInput
          label="URL"
          className="tool-url"
          description="{{name}} in the path or query is filled with a parameter or a variable."
          placeholder="https://www.example.com/orders/{{order}}"
          value={tool.url}
          onChange={({ currentTarget }) => change({ url: currentTarget.value.trim() })}
          error={errorOf(`${path}.url`)}
          readOnly={readOnly}
          required
        />
      </div>
      <Parameters form={form} path={path} tool={tool} change={change} />
      <HeaderFields
        form={form}
        path={`${path}.headers`}
        headers={(tool.headers ?? {}) as Headers}
        change={(headers) => change({ headers })}
      />
      {tool.method === 'GET' && tool.body == null ? null : (
        <BodyFields form={form} path={path} tool={tool} change={change} />
      )}
      <ResponseFields
        form={form}
        path={`${path}.responseSchema`}
        schema={tool.responseSchema ?? null}
        change={(responseSchema) => change({ responseSchema })}
      />
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
          className="tool-url"
          description="A server with streamable HTTP transport."
          placeholder="https://www.example.com/mcp"
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
      <TagsInput
        label="Tools that the model may use"
        description="By the names that the server gives them. Empty: all of its tools."
        value={tool.allowedTools ?? []}
        onChange={(allowedTools) => change({ allowedTools: allowedTools.length === 0 ? null : allowedTools })}
        error={errorOf(`${path}.allowedTools`)}
        readOnly={readOnly}
      />
    </>
  );
}

/** The parameters that the model must give. */
function Parameters({
  form,
  path,
  tool,
  change,
}: ToolFieldsProps<{ parameters?: Record<string, unknown> | undefined }>) {
  const own = `${path}.parameters`;
  return (
    <SchemaFields
      schema={tool.parameters ?? {}}
      change={(parameters) => change({ parameters })}
      setBroken={(isBroken) => form.setBroken(own, isBroken)}
      error={form.errorOf(own)}
      isReadOnly={form.isReadOnly}
    />
  );
}

/** The body of a request that is not just the parameters. */
function BodyFields({ form, path, tool, change }: ToolFieldsProps<Extract<Tool, { type: 'http' }>>) {
  const { isReadOnly, errorOf } = form;
  const body = tool.body ?? null;
  return (
    <Stack gap={6}>
      <Switch
        label="Send a body of its own"
        description="Otherwise the parameters are sent."
        checked={body !== null}
        onChange={({ currentTarget }) => change({ body: currentTarget.checked ? {} : null })}
        disabled={isReadOnly}
      />
      {body === null ? null : (
        <PairsField
          label="Body"
          description="{{name}} inserts a parameter or a variable. A text that is only {{name}} keeps the type of the value."
          columns={['Field', 'Value']}
          value={body as Record<string, unknown>}
          onChange={(next) => change({ body: next as typeof tool.body })}
          add="Add field"
          isNested
          error={errorOf(`${path}.body`)}
          isReadOnly={isReadOnly}
        />
      )}
    </Stack>
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
      <Parameters form={form} path={path} tool={tool} change={change} />
      <ResponseFields
        form={form}
        path={`${path}.responseSchema`}
        schema={tool.responseSchema ?? null}
        change={(responseSchema) => change({ responseSchema })}
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
