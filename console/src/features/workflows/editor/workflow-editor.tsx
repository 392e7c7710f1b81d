import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { GraphEditor } from '../../graph/index.ts';
import { JsonEditor } from '../../json-editor/index.ts';
import { locate, pathOf, type Span } from '../../json-text/index.ts';
import { fieldOf, type Problem } from '../definition/problems.ts';
import { flat, type StepView } from '../definition/tree.ts';
import { StepsView } from '../graph/steps-view.tsx';
import { triggerLabel } from '../workflow-labels.ts';
import { ProblemList } from './problem-list.tsx';
import { problemMarks, wrongLines } from './problem-marks.ts';
import { stepEdits } from './step-edits.ts';
import { AddMenu, StepPanel } from './step-panel.tsx';
import { TriggerPanel } from './trigger-panel.tsx';
import type { Problems } from './use-problems.ts';
import type { WorkflowDraft } from './use-workflow-draft.ts';

interface WorkflowEditorProps {
  workflowId: string;
  draft: WorkflowDraft;
  problems: Problems;
  isReadOnly: boolean;
}

/** The draft as a graph, beside the selected step or the JSON: three views of one text. */
export function WorkflowEditor({ workflowId, draft, problems, isReadOnly }: WorkflowEditorProps) {
  const [selected, setSelected] = useState<string | null>('trigger');
  const [beside, setBeside] = useState<'step' | 'json'>('step');
  const [reveal, setReveal] = useState<Span | null>(null);
  const { steps, parsed, text } = draft;
  const marks = useMemo(() => problemMarks(problems.list), [problems.list]);
  const wrong = useMemo(() => wrongLines(text, parsed, problems.list), [text, parsed, problems.list]);
  const isReadable = parsed.error === null;
  const step = flat(steps).find(({ key }) => key === selected) ?? null;
  const show = (key: string, field = '') => {
    setSelected(key);
    if (isReadable && key !== 'trigger') setReveal(locate(text, pathOf(fieldOf(key, field))));
    if (key === 'trigger') setBeside('step');
  };
  const edits = stepEdits(draft, (key) => {
    setSelected(key);
    if (key !== null) setBeside('step');
  });
  return (
    <GraphEditor
      graph={
        <StepsView
          steps={steps}
          label="Steps of the workflow"
          triggerLabel={triggerLabel(draft.trigger)}
          selected={selected}
          onSelect={show}
          marks={marks}
          editing={isReadOnly || !isReadable ? null : edits}
          aside={isReadOnly ? null : <GraphTools draft={draft} onAdd={edits.addFirst} />}
        />
      }
      panels={panels}
      panel={beside}
      onPanel={setBeside}
      shown={selected}
      below={<ProblemList problems={problems} onChoose={({ key, field }: Problem) => show(key, field)} />}
    >
      {beside === 'json' ? (
        <JsonEditor
          label="Definition as JSON"
          text={text}
          onChange={(changed) => draft.change({ text: changed })}
          isReadOnly={isReadOnly}
          wrongLines={wrong}
          error={parsed.error}
          meanwhile="The graph shows the last valid definition."
          reveal={reveal}
        />
      ) : (
        <div className="graph-editor-panel">
          <Chosen {...{ workflowId, draft, problems, isReadOnly, selected, step, edits }} />
        </div>
      )}
    </GraphEditor>
  );
}

const panels = [
  { value: 'step', label: 'Step' },
  { value: 'json', label: 'JSON' },
] as const;

function GraphTools({ draft, onAdd }: { draft: WorkflowDraft; onAdd: (type: string) => void }) {
  const { undo, steps } = draft;
  return (
    <Group gap="xs">
      {steps.length === 0 ? <AddMenu onChoose={onAdd}>Add first step</AddMenu> : null}
      <Button size="xs" variant="default" onClick={() => undo?.()} disabled={!undo}>
        Undo
      </Button>
    </Group>
  );
}

interface ChosenProps extends WorkflowEditorProps {
  selected: string | null;
  step: StepView | null;
  edits: ReturnType<typeof stepEdits>;
}

function Chosen({ workflowId, draft, problems, isReadOnly, selected, step, edits }: ChosenProps) {
  const own = problems.list.filter(({ key }) => key === selected);
  if (selected === 'trigger') return <TriggerPanel {...{ workflowId, draft, isReadOnly }} problems={own} />;
  if (step && draft.parsed.error === null)
    return <StepPanel {...{ step, edits, isReadOnly }} problems={own} />;
  return (
    <Text size="sm" c="dimmed">
      {draft.parsed.error
        ? 'Invalid JSON. Fix it first.'
        : 'Select a step in the graph to edit it, or Start for the trigger and name.'}
    </Text>
  );
}
