import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ConfirmItem, MoreMenu } from '../../../ui/index.ts';
import { FlowGraph } from '../../flow-graph/index.ts';
import { type FlowView, flowView } from '../../flow-stages/index.ts';
import { GraphEditor } from '../../graph/index.ts';
import { JsonEditor } from '../../json-editor/index.ts';
import { lineAt, locate, type Path, type Span } from '../../json-text/index.ts';
import type { AgentEditing, AgentForm } from '../use-agent-form.ts';
import type { TryStage } from '../use-trial.ts';
import { withNewStage } from './edit.ts';
import { FlowProblems, useFlowProblems } from './flow-problems.tsx';
import { FlowVariables } from './flow-variables.tsx';
import { problemMarks } from './problem-marks.ts';
import { type FlowProblem, stageOf } from './problems.ts';
import { StagePanel } from './stage-panel.tsx';
import { type FlowDraft, useFlowDraft } from './use-flow-draft.ts';

const panels = [
  { value: 'stage', label: 'Stage' },
  { value: 'variables', label: 'Variables' },
  { value: 'text', label: 'As text' },
] as const;
type PanelName = (typeof panels)[number]['value'];

/** A flow as a graph, beside the selected stage, the variables or the JSON: views of one draft. */
export function FlowEditor({ editing, tryStage }: { editing: AgentEditing; tryStage: TryStage }) {
  const { form } = editing;
  const draft = useFlowDraft(editing);
  const view = useMemo(() => flowView(draft.flow), [draft.flow]);
  const problems = useFlowProblems(editing);
  const marks = useMemo(() => problemMarks(problems), [problems]);
  const [selection, setSelection] = useState<Selection>({ name: view.start, number: 0 });
  const select: Select = (name, isRenamed = false) =>
    setSelection(({ number }) => ({ name, number: isRenamed ? number : number + 1 }));
  const [panel, setPanel] = useState<PanelName>('stage');
  const [reveal, setReveal] = useState<Span | null>(null);
  const isReadable = draft.parsed.error === null;
  const revealPath = (path: Path) => isReadable && setReveal(locate(draft.text, path));
  const show = (name: string) => {
    select(name);
    if (panel === 'text') revealPath(['stages', name]);
    else setPanel('stage');
  };
  const choose = (problem: FlowProblem) => {
    const name = stageOf(problem);
    if (name !== null) select(name);
    if (panel === 'text') return revealPath(problem.path);
    setPanel(problem.path[0] === 'variables' ? 'variables' : 'stage');
    requestAnimationFrame(showFirstFault);
  };
  const add = () => {
    // Without a way to it, the stage could not be published.
    const added = withNewStage(draft.flow, selection.name ?? view.start, form.values.model !== null);
    draft.change(added.flow);
    select(added.name);
    setPanel('stage');
  };
  return (
    <GraphEditor
      graph={
        <FlowGraph
          flow={draft.flow}
          label="Stages of the flow"
          selected={selection.name}
          onSelect={show}
          marks={marks}
          aside={
            form.isReadOnly ? null : <GraphTools draft={draft} form={form} onAdd={isReadable ? add : null} />
          }
        />
      }
      panels={panels}
      panel={panel}
      onPanel={setPanel}
      shown={selection.number}
      below={<FlowProblems problems={problems} onChoose={choose} />}
    >
      {panel === 'text' ? (
        <FlowText {...{ draft, form, problems, reveal }} />
      ) : (
        <div className="graph-editor-panel">
          <FlowForm {...{ panel, draft, view, form, problems, selection, select, tryStage }} />
        </div>
      )}
    </GraphEditor>
  );
}

function showFirstFault(): void {
  const fault = '[aria-invalid="true"], .dialogue-head em';
  document.querySelector(`.graph-editor-panel :is(${fault})`)?.scrollIntoView({ block: 'center' });
}

/** The selected stage. The number changes with each selection, but not when the stage is renamed. */
interface Selection {
  name: string | null;
  number: number;
}

type Select = (name: string | null, isRenamed?: boolean) => void;

interface FlowTextProps {
  draft: FlowDraft;
  form: AgentForm;
  problems: readonly FlowProblem[];
  reveal: Span | null;
}

function FlowText({ draft: { text, parsed, type }, form, problems, reveal }: FlowTextProps) {
  const wrongLines = useMemo(
    () => new Set(parsed.error ? [] : problems.map(({ path }) => lineAt(text, locate(text, path).start))),
    [parsed, problems, text],
  );
  return (
    <JsonEditor
      label="Flow as JSON"
      text={text}
      onChange={type}
      isReadOnly={form.isReadOnly}
      wrongLines={wrongLines}
      error={parsed.error}
      meanwhile="The graph shows the last valid flow."
      reveal={reveal}
    />
  );
}

interface FlowFormProps extends Omit<FlowTextProps, 'reveal'> {
  panel: PanelName;
  view: FlowView;
  selection: Selection;
  select: Select;
  tryStage: TryStage;
}

function FlowForm(props: FlowFormProps) {
  const { panel, draft, view, form, problems, selection, select, tryStage } = props;
  const stage = view.stages.find(({ name }) => name === selection.name);
  if (draft.parsed.error)
    return (
      <Text size="sm" c="dimmed">
        The text of the flow is invalid JSON. Fix it first.
      </Text>
    );
  if (panel === 'variables') return <FlowVariables {...{ draft, form, problems }} />;
  if (stage)
    return (
      <StagePanel
        key={selection.number}
        {...{ stage, view, draft, form, problems, tryStage }}
        onSelect={select}
      />
    );
  return (
    <Text size="sm" c="dimmed">
      Select a stage in the graph to edit it.
    </Text>
  );
}

interface GraphToolsProps {
  draft: FlowDraft;
  form: AgentForm;
  onAdd: (() => void) | null;
}

function GraphTools({ draft: { undo, redo }, form, onAdd }: GraphToolsProps) {
  const button = { size: 'xs', variant: 'default' } as const;
  return (
    <Group gap={6}>
      <Button {...button} onClick={() => onAdd?.()} disabled={!onAdd}>
        Add stage
      </Button>
      <Button {...button} onClick={() => undo?.()} disabled={!undo}>
        Undo
      </Button>
      <Button {...button} onClick={() => redo?.()} disabled={!redo}>
        Redo
      </Button>
      <MoreMenu label="More actions for the flow" isSmall>
        <ConfirmItem
          isDestructive
          consequence="All stages and variables of the flow are removed from this agent. It then follows its prompt alone. Nothing changes for callers until you publish."
          onConfirm={async () => form.set('flow', null)}
          done="Flow removed. Save the draft, or undo."
        >
          Remove flow
        </ConfirmItem>
      </MoreMenu>
    </Group>
  );
}
