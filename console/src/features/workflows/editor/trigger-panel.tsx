import { Stack, Text, TextInput } from '@mantine/core';
import type { Problem } from '../definition/problems.ts';
import { TriggerFields } from './trigger-fields.tsx';
import type { WorkflowDraft } from './use-workflow-draft.ts';

interface TriggerPanelProps {
  workflowId: string;
  draft: WorkflowDraft;
  problems: readonly Problem[];
  isReadOnly: boolean;
}

/** The workflow's name and trigger. */
export function TriggerPanel({ workflowId, draft, problems, isReadOnly }: TriggerPanelProps) {
  return (
    <Stack gap="md">
      <Text fw={600}>Start</Text>
      <TextInput
        label="Name of the workflow"
        value={draft.name}
        onChange={({ currentTarget }) => draft.change({ name: currentTarget.value })}
        error={draft.name.trim() === '' ? 'must not be empty' : undefined}
        maxLength={100}
        readOnly={isReadOnly}
        required
      />
      <TriggerFields
        {...{ workflowId, problems, isReadOnly, trigger: draft.trigger }}
        onChange={(trigger) => draft.change({ trigger })}
      />
    </Stack>
  );
}
