import { Input, SegmentedControl, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { DialogueField, newDialogue } from '../dialogue/index.ts';
import type { StageFieldsProps } from './stage-fields.ts';

const kinds = [
  { value: 'model', label: 'Model' },
  { value: 'fixed', label: 'Fixed words' },
  { value: 'dialogue', label: 'Dialogue' },
] as const;
type Kind = (typeof kinds)[number]['value'];

/** The words of a stage: by the model, fixed, or by a scripted dialogue. */
export function PlayFields(props: StageFieldsProps) {
  const { stage, form, set } = props;
  // An empty stage does not say which of them is meant.
  const [chosen, setChosen] = useState<Kind | null>(null);
  const stored: Kind = stage.kind === 'empty' ? 'model' : stage.kind;
  const kind = stage.dialogue ? 'dialogue' : (chosen ?? stored);
  const choose = (next: Kind) => {
    setChosen(next === 'dialogue' ? null : next);
    if (next === 'dialogue')
      set({ dialogue: newDialogue(), instructions: '', says: null, collects: [], finish: null });
    else if (stage.dialogue) set({ dialogue: null });
    else if (next === 'fixed') set({ instructions: '', says: stage.says || stage.instructions || null });
    else set({ instructions: stage.instructions || stage.says, says: null });
  };
  return (
    <Stack gap="sm">
      <Input.Wrapper label="Who speaks">
        <div>
          <SegmentedControl
            aria-label="Who speaks"
            transitionDuration={0}
            size="xs"
            data={[...kinds]}
            value={kind}
            onChange={(value) => choose(value as Kind)}
            readOnly={form.isReadOnly}
          />
        </div>
      </Input.Wrapper>
      {kind === 'dialogue' ? (
        <StageDialogue {...props} />
      ) : kind === 'fixed' ? (
        <SaysField
          {...props}
          label="Fixed words"
          description="Said on entry, without the model. May contain {{variable}}."
        />
      ) : (
        <>
          <InstructionsField {...props} />
          <SaysField
            {...props}
            label="First words (optional)"
            description="Said on entry, before the model speaks."
          />
        </>
      )}
    </Stack>
  );
}

function InstructionsField({ stage, form, set, errorOf }: StageFieldsProps) {
  return (
    <Textarea
      label="Instructions"
      description="Added to the agent’s prompt while the stage lasts. May contain {{variable}}."
      value={stage.instructions}
      onChange={({ currentTarget }) => set({ instructions: currentTarget.value }, 'instructions')}
      error={errorOf('instructions')}
      readOnly={form.isReadOnly}
      autosize
      minRows={4}
      maxRows={16}
    />
  );
}

interface SaysFieldProps extends StageFieldsProps {
  label: string;
  description: string;
}

function SaysField({ stage, form, set, errorOf, label, description }: SaysFieldProps) {
  return (
    <Textarea
      {...{ label, description }}
      value={stage.says}
      onChange={({ currentTarget }) => set({ says: currentTarget.value || null }, 'says')}
      error={errorOf('says') ?? (label === 'Fixed words' ? errorOf('instructions') : undefined)}
      readOnly={form.isReadOnly}
      autosize
      minRows={label === 'Fixed words' ? 3 : 1}
      maxRows={10}
    />
  );
}

/** The dialogue of a stage. Its steps may lead to the other stages. */
function StageDialogue({ stage, view, form, set, errorOf }: StageFieldsProps) {
  return (
    <DialogueField
      form={form}
      path={`flow.stages.${stage.name}.dialogue`}
      dialogue={stage.dialogue ?? {}}
      change={(dialogue, name) => set({ dialogue }, name && `dialogue.${name}`)}
      errorOf={(...path) => errorOf('dialogue', ...path)}
      stages={view.stages.map(({ name }) => name).filter((name) => name !== stage.name)}
    />
  );
}
