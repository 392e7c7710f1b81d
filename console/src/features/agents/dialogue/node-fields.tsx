import { Button, Checkbox, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { PairsField } from '../../value-fields/index.ts';
import { NameField } from '../flow/name-field.tsx';
import { BranchFields } from './branch-fields.tsx';
import { CallFields } from './call-fields.tsx';
import type { DialogueForm } from './dialogue-form.ts';
import {
  fieldsAt,
  nodeName,
  possibleSteps,
  type StepKind,
  stepKinds,
  stepOf,
  withNodeRenamed,
  withoutNode,
  withStep,
} from './edit.ts';
import { ListenFields } from './listen-fields.tsx';
import { TargetField } from './target-field.tsx';

export const stepLabels: Readonly<Record<StepKind, string>> = {
  listen: 'Listens for an answer',
  goto: 'Goes to another step',
  branch: 'Decides by conditions',
  call: 'Calls a tool',
  transfer: 'Transfers the call',
  stage: 'Enters a stage of the flow',
  end: 'Ends the conversation',
};

interface NodeFieldsProps {
  form: DialogueForm;
  name: string;
  onRenamed: (name: string) => void;
}

/** One step of a dialogue: its words, and what it does then. */
export function NodeFields({ form, name, onRenamed }: NodeFieldsProps) {
  const { dialogue, around, change, put, errorOf, isReadOnly } = form;
  const path = ['nodes', name];
  const node = fieldsAt(dialogue, path);
  const names = Object.keys(fieldsAt(dialogue, ['nodes']));
  const kind = stepOf(node);
  const possible = possibleSteps(around);
  const offered = stepKinds.filter((one) => one === kind || possible.includes(one));
  return (
    <Stack gap="sm">
      <NameField
        label="Name of the step"
        name={name}
        pattern={nodeName}
        patternMessage="Use letters, digits, _ and -, beginning with a letter."
        taken={names}
        onRename={(to) => {
          change(withNodeRenamed(dialogue, name, to));
          onRenamed(to);
        }}
        isReadOnly={isReadOnly}
      />
      <Textarea
        size="xs"
        label="Says"
        aria-label={`Words of ${name}`}
        description="May contain {{variable}} or {{answer}}."
        value={typeof node.say === 'string' ? node.say : ''}
        onChange={({ currentTarget }) =>
          put([...path, 'say'], currentTarget.value || undefined, `${name}.say`)
        }
        error={errorOf(...path, 'say')}
        readOnly={isReadOnly}
        autosize
        minRows={2}
        maxRows={10}
      />
      <Select
        size="xs"
        label="Then"
        data={offered.map((value) => ({ value, label: stepLabels[value] }))}
        value={kind}
        onChange={(next) => change(withStep(dialogue, name, next as StepKind, around))}
        error={kind === null ? 'Choose what follows.' : undefined}
        readOnly={isReadOnly}
        allowDeselect={false}
      />
      <StepFields form={form} name={name} kind={kind} />
      <SetFields form={form} name={name} />
      {isReadOnly ? null : (
        <Group gap="xs" justify="flex-end">
          {dialogue.start === name ? null : (
            <Button size="compact-xs" variant="default" onClick={() => put(['start'], name)}>
              Begin here
            </Button>
          )}
          {names.length === 1 ? null : (
            <Button
              {...{ size: 'compact-xs', variant: 'light', color: 'red' }}
              onClick={() => change(withoutNode(dialogue, name))}
            >
              Delete step
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

interface StepFieldsProps {
  form: DialogueForm;
  name: string;
  kind: StepKind | null;
}

function StepFields({ form, name, kind }: StepFieldsProps) {
  const { around, errorOf } = form;
  if (kind === 'listen') return <ListenFields form={form} node={name} />;
  if (kind === 'branch') return <BranchFields form={form} node={name} />;
  if (kind === 'call') return <CallFields form={form} node={name} />;
  if (kind === 'goto') return <TargetField form={form} label="Next step" path={['nodes', name, 'goto']} />;
  if (kind === 'stage')
    return (
      <NameChoice form={form} label="Stage" names={around.stages ?? []} path={['nodes', name, 'stage']} />
    );
  if (kind === 'transfer')
    return (
      <>
        <NameChoice
          form={form}
          label="Transfer destination"
          names={around.destinations}
          path={['nodes', name, 'transfer', 'destination']}
        />
        <TargetField
          form={form}
          label="When it failed, goes to"
          path={['nodes', name, 'transfer', 'onFailure']}
        />
      </>
    );
  const error = errorOf('nodes', name);
  return error ? (
    <Text size="xs" c="var(--mantine-color-error)">
      {error}
    </Text>
  ) : null;
}

interface NameChoiceProps {
  form: DialogueForm;
  label: string;
  names: readonly string[];
  path: readonly string[];
}

function NameChoice({ form: { dialogue, put, errorOf, isReadOnly }, label, names, path }: NameChoiceProps) {
  const value = fieldsAt(dialogue, path.slice(0, -1))[path.at(-1)!];
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  return (
    <Select
      size="xs"
      label={label}
      data={[...new Set([...names, ...(chosen === null ? [] : [chosen])])]}
      value={chosen}
      onChange={(next) => put(path, next)}
      error={errorOf(...path)}
      readOnly={isReadOnly}
      allowDeselect={false}
    />
  );
}

/** The slots that get a value when the step begins. Most steps have none. */
function SetFields({ form: { dialogue, put, errorOf, isReadOnly }, name }: Omit<StepFieldsProps, 'kind'>) {
  const path = ['nodes', name, 'set'];
  const value = fieldsAt(dialogue, path);
  const count = Object.keys(value).length;
  if (count === 0)
    return isReadOnly ? null : (
      <Checkbox
        size="xs"
        label="Sets values before it speaks"
        checked={false}
        onChange={() => put(path, { [Object.keys(fieldsAt(dialogue, ['slots']))[0] ?? 'value']: true })}
      />
    );
  return (
    <PairsField
      label="Values set first"
      description="Before anything is said."
      columns={['Name', 'Value']}
      value={value}
      onChange={(next, field) =>
        put(path, Object.keys(next).length === 0 ? undefined : next, field && `${name}.set ${field}`)
      }
      nextName="value"
      error={errorOf(...path)}
      isReadOnly={isReadOnly}
    />
  );
}
