import './dialogue.css';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { withValue } from '../../json-text/index.ts';
import { JsonField } from '../json-field.tsx';
import type { AgentForm } from '../use-agent-form.ts';
import type { DialogueForm } from './dialogue-form.ts';
import { type Fields, fieldsAt, listAt, stepOf, unreachedNodes, withoutNode } from './edit.ts';
import { FailureFields } from './failure-fields.tsx';
import { OptionsFields } from './listen-fields.tsx';
import { NodeFields, stepLabels } from './node-fields.tsx';
import { AddQuestion } from './question-fields.tsx';
import { SlotFields } from './slot-fields.tsx';

interface DialogueFieldProps extends Pick<DialogueForm, 'dialogue' | 'errorOf' | 'change'> {
  form: AgentForm;
  /** The API's name of the field. */
  path: string;
  /** The other stages of the flow; null outside a flow. */
  stages: readonly string[] | null;
}

/** A scripted dialogue as a form, or as text. */
export function DialogueField({ form, path, dialogue, change, errorOf, stages }: DialogueFieldProps) {
  const [isText, setText] = useState(false);
  const [open, setOpen] = useState<string | null>(String(dialogue.start));
  const { tools, transferDestinations } = form.values;
  const named = (list: readonly { name?: string }[]) => list.flatMap(({ name }) => (name ? [name] : []));
  const around = {
    tools: named(tools as { name?: string }[]),
    destinations: named(transferDestinations),
    stages,
  };
  const fields: DialogueForm = {
    ...{ dialogue, around, change, errorOf, isReadOnly: form.isReadOnly },
    put: (at, value, name) => change(withValue(dialogue, at, value) as Fields, name),
  };
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          aria-label="Dialogue as"
          transitionDuration={0}
          size="xs"
          data={[
            { value: 'form', label: 'Steps' },
            { value: 'text', label: 'As text' },
          ]}
          value={isText ? 'text' : 'form'}
          onChange={(value) => setText(value === 'text')}
        />
        {form.isReadOnly || isText ? null : (
          <AddQuestion
            dialogue={dialogue}
            onAdd={(next, name) => {
              change(next);
              setOpen(name);
            }}
          />
        )}
      </Group>
      {isText ? (
        <JsonField
          form={{ ...form, errorOf: () => errorOf() }}
          path={path}
          label="Dialogue (JSON)"
          value={dialogue}
          onChange={(next) => {
            // The field shows the error, and nothing can be saved meanwhile.
            if (typeof next !== 'object' || next === null) throw new Error('must be an object with nodes');
            change(next as Fields, 'text');
          }}
          minRows={8}
        />
      ) : (
        <DialogueSteps form={fields} open={open} setOpen={setOpen} />
      )}
    </Stack>
  );
}

interface DialogueStepsProps {
  form: DialogueForm;
  /** The step or part that is unfolded. */
  open: string | null;
  setOpen: (open: string | null) => void;
}

function DialogueSteps({ form, open, setOpen }: DialogueStepsProps) {
  const { dialogue, change, errorOf, isReadOnly } = form;
  const nodes = Object.keys(fieldsAt(dialogue, ['nodes']));
  const unreached = unreachedNodes(dialogue);
  const slotCount = Object.keys(fieldsAt(dialogue, ['slots'])).length;
  const commonCount = listAt(dialogue, ['anywhere']).length;
  const problemOf = (name: string) =>
    errorOf('nodes', name) ?? (unreached.has(name) ? 'No step leads here.' : undefined);
  const toggle = (key: string) => setOpen(open === key ? null : key);
  return (
    <div className="dialogue">
      {nodes.map((name, index) => (
        <Section
          // biome-ignore lint/suspicious/noArrayIndexKey: the names are edited here
          key={index}
          title={name}
          about={aboutNode(fieldsAt(dialogue, ['nodes', name]), dialogue.start === name)}
          problem={problemOf(name)}
          {...(unreached.has(name) && !isReadOnly && { onDelete: () => change(withoutNode(dialogue, name)) })}
          isOpen={open === name}
          onToggle={() => toggle(name)}
        >
          <NodeFields form={form} name={name} onRenamed={setOpen} />
        </Section>
      ))}
      <Section
        title="Answers to keep"
        about={slotCount === 0 ? 'None' : Object.keys(fieldsAt(dialogue, ['slots'])).join(', ')}
        problem={errorOf('slots')}
        isOpen={open === '#slots'}
        onToggle={() => toggle('#slots')}
      >
        <SlotFields form={form} />
      </Section>
      <Section
        title="In every step"
        about={commonCount === 0 ? 'No answers beside those of the steps' : `Answers: ${commonCount}`}
        problem={errorOf('anywhere') ?? errorOf('noMatch') ?? errorOf('noInput')}
        isOpen={open === '#everywhere'}
        onToggle={() => toggle('#everywhere')}
      >
        <Stack gap="sm">
          <OptionsFields form={form} path={['anywhere']} />
          <FailureFields form={form} path={['noMatch']} label="When nothing fits" />
          <FailureFields form={form} path={['noInput']} label="When the caller is silent" />
        </Stack>
      </Section>
    </div>
  );
}

function aboutNode(node: Fields, isStart: boolean): string {
  const kind = stepOf(node);
  const words = typeof node.say === 'string' && node.say !== '' ? `“${node.say}”` : null;
  const step = kind === null ? 'No next step' : stepLabels[kind];
  return [isStart ? 'Start' : null, step, words].filter((part) => part !== null).join(' · ');
}

interface SectionProps {
  title: string;
  about: string;
  problem: string | undefined;
  /** Deletes a step that no other leads to. */
  onDelete?: () => void;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Section({ title, about, problem, onDelete, isOpen, onToggle, children }: SectionProps) {
  return (
    <section className="dialogue-section">
      <button type="button" className="dialogue-head" aria-expanded={isOpen} onClick={onToggle}>
        <strong>{title}</strong>
        <span>{about}</span>
        {problem ? <em>{problem}</em> : null}
      </button>
      {onDelete && !isOpen ? (
        <Button size="compact-xs" variant="light" color="red" ml={12} mb={8} onClick={onDelete}>
          Delete {title}
        </Button>
      ) : null}
      {isOpen ? <div className="dialogue-body">{children}</div> : null}
    </section>
  );
}
