import { ActionIcon, Button, Code, Group, Menu, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { EmptyState, Panel } from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import type { Configuration } from './agent-labels.ts';
import { otherAgentTools, ownTools, remoteTools } from './beginnings.ts';
import { JsonField } from './json-field.tsx';
import { OtherAgentFields } from './other-agent-fields.tsx';
import { isScriptAlone } from './script.ts';
import { ToolFields } from './tools/tool-fields.tsx';
import type { AgentForm } from './use-agent-form.ts';

type Tool = Configuration['tools'][number];

/** The tools of the model. */
export function ToolsPanel({ form }: { form: AgentForm }) {
  const { values, set, isReadOnly } = form;
  const { tools } = values;
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const add = (tool: object) => {
    set('tools', [...tools, tool as Tool]);
    setOpenIndex(tools.length);
  };
  return (
    <Panel title="Tools" aside={isReadOnly ? null : <AddTool tools={tools} add={add} />}>
      {tools.length === 0 ? (
        <EmptyState title="No tools">
          Without tools, the agent can only speak. Most agents need at least the tool that ends the call.
        </EmptyState>
      ) : null}
      {tools.length > 0 && isScriptAlone(values) ? (
        <Text size="sm" c="dimmed">
          This agent has no model that can choose a tool. A step of its script can: it “Calls a tool”.
        </Text>
      ) : null}
      <ul className="plain-list">
        {tools.map((tool, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
          <li key={index} className="editor-row">
            <ToolLine
              tool={tool}
              isOpen={openIndex === index}
              isReadOnly={isReadOnly}
              toggle={() => setOpenIndex(openIndex === index ? null : index)}
              remove={() => {
                set(
                  'tools',
                  tools.filter((_, at) => at !== index),
                );
                setOpenIndex(null);
              }}
            />
            <ToolProblems form={form} index={index} />
            {openIndex === index ? (
              <OpenTool
                form={form}
                path={`tools.${index}`}
                tool={tool}
                change={(next) =>
                  set(
                    'tools',
                    tools.map((one, at) => (at === index ? next : one)),
                  )
                }
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface OpenToolProps {
  form: AgentForm;
  path: string;
  tool: Tool;
  change: (tool: Tool) => void;
}

/** A tool as a form, or as JSON when the reader wants to see it so. */
function OpenTool({ form, path, tool, change }: OpenToolProps) {
  const [isJson, setJson] = useState(false);
  const put = (changes: object) => change({ ...tool, ...changes } as Tool);
  if (tool.type === 'handOver' || tool.type === 'consult')
    return <OtherAgentFields form={form} path={path} tool={tool} change={put} />;
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        mt={4}
        mb={8}
        aria-pressed={isJson}
        onClick={() => setJson(!isJson)}
      >
        {isJson ? 'Show the form' : 'Show as JSON'}
      </Button>
      {isJson ? (
        <JsonField
          form={form}
          path={path}
          label={`Tool ${tool.name}`}
          description="Write secret headers as {&quot;secret&quot;: &quot;…&quot;}. They are never shown again."
          value={tool}
          onChange={(value) => change(value as Tool)}
        />
      ) : (
        <ToolFields form={form} path={path} tool={tool} change={put} />
      )}
    </>
  );
}

interface ToolLineProps {
  tool: Tool;
  isOpen: boolean;
  isReadOnly: boolean;
  toggle: () => void;
  remove: () => void;
}

/** The name of a tool with its buttons. */
function ToolLine({ tool, isOpen, isReadOnly, toggle, remove }: ToolLineProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Code>{tool.name || 'New tool'}</Code>
      <Text size="sm" c="dimmed" truncate flex={1} miw={0}>
        {ownTools[tool.type]?.label ??
          otherAgentTools[tool.type]?.label ??
          ('url' in tool ? tool.url : remoteTools[tool.type]?.label)}
        {'agentId' in tool && tool.agentId !== '' ? (
          <>
            : <NameOf kind="agents" id={tool.agentId} />
          </>
        ) : null}
      </Text>
      <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? 'Close' : isReadOnly ? 'Show' : 'Edit'}
        <VisuallyHidden component="span"> {tool.name}</VisuallyHidden>
      </Button>
      {isReadOnly ? null : (
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${tool.name}`} onClick={remove}>
          ×
        </ActionIcon>
      )}
    </Group>
  );
}

/** The API's errors inside a tool. */
function ToolProblems({ form, index }: { form: AgentForm; index: number }) {
  const problems = form.errorsUnder(`tools.${index}.`);
  return problems.map(({ field, message }) => (
    <Text key={field} size="xs" c="red">
      <Code>{field.split('.').slice(2).join('.')}</Code> {message}
    </Text>
  ));
}

function AddTool({ tools, add }: { tools: Tool[]; add: (tool: object) => void }) {
  const left = Object.entries(ownTools).filter(([type]) => !tools.some((tool) => tool.type === type));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default">
          Add tool
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries({ ...otherAgentTools, ...remoteTools }).map(([type, { label, tool }]) => (
          <Menu.Item key={type} onClick={() => add(tool)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {left.map(([type, { name, label }]) => (
          <Menu.Item key={type} onClick={() => add({ type, name, description: null })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
