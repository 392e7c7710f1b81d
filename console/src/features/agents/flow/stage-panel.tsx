import { Button, Group, MultiSelect, Select, Stack, Switch, Text } from '@mantine/core';
import { toastDone } from '../../../ui/index.ts';
import { StageIcon } from '../../flow-graph/index.ts';
import type { FlowView, StageView } from '../../flow-stages/index.ts';
import { withValue } from '../../json-text/index.ts';
import { Choices } from '../../picks/index.ts';
import type { AgentForm } from '../use-agent-form.ts';
import type { TryStage } from '../use-trial.ts';
import { stageName, withNewStage, withoutStage, withStage, withStageRenamed } from './edit.ts';
import { FinishField } from './finish-field.tsx';
import { GlobalFields } from './global-fields.tsx';
import { NameField } from './name-field.tsx';
import { PlayFields } from './play-fields.tsx';
import { type FlowProblem, problemAt, stageOf } from './problems.ts';
import type { StageFieldsProps } from './stage-fields.ts';
import { TryStageButton } from './try-stage.tsx';
import type { FlowDraft } from './use-flow-draft.ts';
import { WaysFields } from './ways-fields.tsx';

interface StagePanelProps {
  stage: StageView;
  view: FlowView;
  draft: FlowDraft;
  form: AgentForm;
  problems: readonly FlowProblem[];
  /** Selects another stage, or the same one by its new name. */
  onSelect: (name: string | null, isRenamed?: boolean) => void;
  tryStage: TryStage;
}

/** The selected stage as a form. */
export function StagePanel({ stage, view, draft, form, problems, onSelect, tryStage }: StagePanelProps) {
  const { name, kind } = stage;
  const own = problems.filter((problem) => stageOf(problem) === name);
  const fields: StageFieldsProps = {
    ...{ stage, view, form },
    set: (changes, field) => draft.change(withStage(draft.flow, name, changes), field && `${name}.${field}`),
    errorOf: (...path) => problemAt(own, ['stages', name, ...path]),
  };
  const general = own.filter(({ path, tone }) => path.length === 2 || tone === 'waiting');
  const rename = (to: string) => {
    draft.change(withStageRenamed(draft.flow, name, to));
    onSelect(to, true);
  };
  const onAddNext = () => {
    const added = withNewStage(draft.flow, name, form.values.model !== null);
    draft.change(added.flow);
    onSelect(added.name);
  };
  return (
    <Stack gap="md">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <span className="flow-panel-icon">
          <StageIcon kind={kind} />
        </span>
        <NameField
          label="Name of the stage"
          name={name}
          pattern={stageName}
          patternMessage="Use letters, digits, _ and -, beginning with a letter."
          taken={view.stages.map((one) => one.name)}
          onRename={rename}
          isReadOnly={form.isReadOnly}
        />
        {stage.isStart ? (
          <Text size="sm" c="dimmed" pb={8}>
            Start
          </Text>
        ) : form.isReadOnly ? null : (
          <Button
            {...{ size: 'sm', variant: 'default' }}
            onClick={() => draft.change(withValue(draft.flow, ['start'], name))}
          >
            Make start
          </Button>
        )}
      </Group>
      {form.isReadOnly ? null : (
        <TryStageButton
          stage={name}
          tryStage={tryStage}
          isDisabled={own.some(({ tone }) => tone === 'bad')}
        />
      )}
      <Problems problems={general} />
      <PlayFields {...fields} />
      {stage.dialogue ? null : <CollectsField {...fields} />}
      <WaysFields {...fields} {...{ draft, onAddNext }} />
      {stage.dialogue ? null : <FinishField {...fields} />}
      <ToolsFields {...fields} />
      {stage.dialogue ? null : <KnowledgeField {...fields} />}
      <GlobalFields {...fields} />
      {form.isReadOnly ? null : <DeleteStage name={name} draft={draft} onDeleted={() => onSelect(null)} />}
    </Stack>
  );
}

function Problems({ problems }: { problems: readonly FlowProblem[] }) {
  return problems.map(({ message, tone }) => (
    <Text
      key={message}
      size="sm"
      c={tone === 'bad' ? 'var(--mantine-color-error)' : 'var(--mantine-color-yellow-light-color)'}
    >
      {message}
    </Text>
  ));
}

function CollectsField({ stage, view, form, set, errorOf }: StageFieldsProps) {
  return (
    <MultiSelect
      label="Finds out"
      description={
        view.variables.length === 0
          ? 'Add variables first, under Variables above.'
          : 'The variables that the model asks for here.'
      }
      data={[...new Set([...view.variables, ...stage.collects])]}
      value={stage.collects}
      onChange={(collects) => set({ collects })}
      error={errorOf('collects')}
      readOnly={form.isReadOnly}
      placeholder={stage.collects.length === 0 ? 'Nothing' : undefined}
      hidePickedOptions
    />
  );
}

function ToolsFields({ stage: { tools }, form, set, errorOf }: StageFieldsProps) {
  const names = form.values.tools.map(({ name }) => name).filter((name) => name !== '');
  return (
    <div>
      <Switch
        label="All tools of the agent"
        checked={tools === null}
        onChange={({ currentTarget }) => set({ tools: currentTarget.checked ? null : [] })}
        disabled={form.isReadOnly}
      />
      {tools === null ? null : (
        <MultiSelect
          mt={6}
          aria-label="Tools of the stage"
          description={names.length === 0 ? 'The agent has no tools yet. Add them under Edit.' : undefined}
          data={[...new Set([...names, ...tools])]}
          value={tools}
          onChange={(chosen) => set({ tools: chosen })}
          error={errorOf('tools')}
          readOnly={form.isReadOnly}
          placeholder={tools.length === 0 ? 'No tools' : undefined}
          hidePickedOptions
        />
      )}
    </div>
  );
}

function KnowledgeField({ stage: { knowledge }, form, set, errorOf }: StageFieldsProps) {
  const isNamed = Array.isArray(knowledge);
  return (
    <Stack gap={6}>
      <Select
        label="Sources searched here"
        data={[
          { value: 'agent', label: 'Those of the agent' },
          { value: 'all', label: 'All sources' },
          { value: 'none', label: 'None' },
          { value: 'named', label: 'Only certain sources' },
        ]}
        value={isNamed ? 'named' : knowledge}
        onChange={(chosen) =>
          set({ knowledge: chosen === 'named' ? [] : chosen === 'agent' ? undefined : chosen })
        }
        error={isNamed ? undefined : errorOf('knowledge')}
        readOnly={form.isReadOnly}
        allowDeselect={false}
      />
      {isNamed ? (
        <Choices
          label="Which sources"
          description="What is in others is not found here."
          kind="knowledge-sources"
          value={knowledge}
          onChange={(sourceIds) => (form.isReadOnly ? undefined : set({ knowledge: sourceIds }))}
          error={errorOf('knowledge')}
        />
      ) : null}
    </Stack>
  );
}

interface DeleteStageProps {
  name: string;
  draft: FlowDraft;
  onDeleted: () => void;
}

function DeleteStage({ name, draft, onDeleted }: DeleteStageProps) {
  const remove = () => {
    const { flow, edgeCount } = withoutStage(draft.flow, name);
    draft.change(flow);
    onDeleted();
    const ways = edgeCount === 1 ? 'the way that led to it' : `the ${edgeCount} ways that led to it`;
    toastDone(edgeCount === 0 ? `${name} deleted.` : `${name} deleted, with ${ways}. Undo brings them back.`);
  };
  return (
    <Group justify="flex-end">
      <Button size="xs" variant="light" color="red" onClick={remove}>
        Delete stage
      </Button>
    </Group>
  );
}
