import './flow.css';
import { Badge, Button, Text } from '@mantine/core';
import { EmptyState, Panel } from '../../../ui/index.ts';
import type { Configuration } from '../agent-labels.ts';
import type { AgentEditing } from '../use-agent-form.ts';
import type { TryStage } from '../use-trial.ts';
import { emptyFlow } from './edit.ts';
import { FlowEditor } from './flow-editor.tsx';
import { flowExamples } from './flow-examples.ts';

/** The flow of an agent: how to begin one, or its editor. */
export function FlowTab({ editing, tryStage }: { editing: AgentEditing; tryStage: TryStage }) {
  const { form } = editing;
  const begin = (flow: unknown) => form.set('flow', flow as Configuration['flow']);
  if (form.values.flow === null) return <NoFlow form={form} onBegin={begin} />;
  return <FlowEditor editing={editing} tryStage={tryStage} />;
}

interface NoFlowProps {
  form: AgentEditing['form'];
  onBegin: (flow: unknown) => void;
}

/** Says what a flow is for, and offers to begin one. */
function NoFlow({ form, onBegin }: NoFlowProps) {
  if (form.isReadOnly)
    return (
      <Panel title="Flow">
        <EmptyState title="No flow">This agent follows its prompt alone.</EmptyState>
      </Panel>
    );
  return (
    <Panel title="Flow">
      <EmptyState
        title="This agent has no flow"
        action={
          <Button size="xs" variant="default" onClick={() => onBegin(emptyFlow(form.values.model !== null))}>
            Begin empty
          </Button>
        }
      >
        A flow divides a conversation into stages with their own instructions and tools, for tasks with an
        order, such as a booking or an identity check.
      </EmptyState>
      <Text size="sm" fw={600} mb="xs">
        Start from an example
      </Text>
      <div className="flow-examples">
        {flowExamples.map(({ id, title, about, needsModel, flow }) => (
          <button key={id} type="button" className="flow-example" onClick={() => onBegin(flow)}>
            <strong>{title}</strong>
            <span>{about}</span>
            {needsModel ? (
              <Badge size="sm" variant="light" color={form.values.model === null ? 'yellow' : 'gray'}>
                {form.values.model === null
                  ? 'Needs a model, which this agent lacks'
                  : 'Uses the agent’s model'}
              </Badge>
            ) : null}
          </button>
        ))}
      </div>
    </Panel>
  );
}
