import './dialogue.css';
import { Button, Checkbox, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { refusedField } from '../../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../../ui/index.ts';
import { withValue } from '../../json-text/index.ts';
import { askingStep, type Fields, fieldsAt } from './edit.ts';
import {
  type AddedQuestion,
  linesOf,
  offeringSteps,
  type Question,
  questionsOf,
  withOffer,
  withoutQuestion,
  withQuestion,
  withQuestionChanged,
} from './questions.ts';

interface AddQuestionProps {
  dialogue: Fields;
  /** Changes the dialogue. `name`: the new step, which answers. */
  onAdd: (dialogue: Fields, name: string) => void;
  label?: string;
  /** A line that a caller has said. */
  wordings?: string;
}

/** Adds a question of callers with its answer. Shows nothing for a dialogue that never listens. */
export function AddQuestion({
  dialogue,
  onAdd,
  label = 'Add a question and its answer',
  wordings = '',
}: AddQuestionProps) {
  const asking = askingStep(dialogue);
  if (asking === null) return null;
  return (
    <DialogButton label={label} size="xs" variant="light" {...(wordings !== '' && { about: wordings })}>
      {(close) => (
        <QuestionDialog
          title="Add a question and its answer"
          action="Add question"
          opened={{ wordings, answer: '' }}
          next={fieldsAt(dialogue, ['nodes', asking]).say}
          steps={offeringSteps(dialogue)}
          onSave={(question, offers) => {
            const added = withQuestion(dialogue, question);
            const offered = offers.reduce(
              (before, { name, say }) => withValue(before, ['nodes', name, 'say'], say) as Fields,
              added.dialogue,
            );
            onAdd(offered, added.name);
          }}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

interface QuestionListProps {
  dialogue: Fields;
  onChange: (dialogue: Fields) => void;
  isReadOnly: boolean;
}

/** The questions that were added to a dialogue, to change and to remove. */
export function QuestionList({ dialogue, onChange, isReadOnly }: QuestionListProps) {
  return (
    <ul className="plain-list" aria-label="Questions and answers">
      {questionsOf(dialogue).map((question) => (
        <li key={question.name} className="question">
          <div>
            <Text size="sm" fw={600}>
              {question.wordings.split('\n').join(' · ')}
            </Text>
            <Text size="sm">{question.answer}</Text>
          </div>
          {isReadOnly ? null : <QuestionButtons {...{ dialogue, question, onChange }} />}
        </li>
      ))}
    </ul>
  );
}

interface QuestionButtonsProps extends Pick<QuestionListProps, 'dialogue' | 'onChange'> {
  question: AddedQuestion;
}

function QuestionButtons({ dialogue, question, onChange }: QuestionButtonsProps) {
  const { name, wordings, answer } = question;
  const next = fieldsAt(dialogue, ['nodes', String(fieldsAt(dialogue, ['nodes', name]).goto)]).say;
  const [line = ''] = wordings.split('\n');
  return (
    <Group gap={4} wrap="nowrap">
      <DialogButton label="Edit" size="compact-xs" variant="subtle" about={line}>
        {(close) => (
          <QuestionDialog
            title="Edit the question and its answer"
            action="Save question"
            opened={{ wordings, answer }}
            next={next}
            onSave={(changed) => onChange(withQuestionChanged(dialogue, question, changed))}
            onClose={close}
          />
        )}
      </DialogButton>
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        aria-label={`Remove ${line}`}
        onClick={() => onChange(withoutQuestion(dialogue, question))}
      >
        Remove
      </Button>
    </Group>
  );
}

/** The words of a step. */
type Offer = ReturnType<typeof offeringSteps>[number];

interface QuestionDialogProps {
  title: string;
  action: string;
  opened?: Question;
  /** The words that follow the answer, if they are known. */
  next: unknown;
  /** The steps whose words may offer the question. */
  steps?: readonly Offer[];
  onSave: (question: Question, offers: readonly Offer[]) => void;
  onClose: () => void;
}

function QuestionDialog({ title, action, opened, next, steps = [], onSave, onClose }: QuestionDialogProps) {
  const [edited, setEdited] = useState<Readonly<Record<string, string>> | null>(null);
  const form = useDraft(opened ?? { wordings: '', answer: '' });
  const check = async () => {
    const { wordings, answer } = form.draft;
    if (linesOf(wordings).length === 0) throw refusedField('wordings', 'Write what a caller says.');
    if (answer.trim() === '') throw refusedField('answer', 'Write what the agent says then.');
    return form.draft;
  };
  const [line = ''] = linesOf(form.draft.wordings);
  const offers = steps.map(({ name, say }) => ({ name, say: edited?.[name] ?? withOffer(say, line) }));
  return (
    <FormDialog
      {...{ title, action, form, onClose }}
      onSubmit={check}
      onSaved={(question) => onSave(question, edited === null ? [] : offers)}
      done="Publish the agent to use the answer in calls."
    >
      {({ text }) => (
        <>
          <Textarea
            label="A caller says"
            description="One wording a line: several are understood better. Words such as “please” and “the” do not matter."
            placeholder={'Do you have gluten-free bread?\nIs there anything without gluten?'}
            {...text('wordings')}
            autosize
            minRows={3}
            maxRows={10}
            required
            data-autofocus
          />
          <Textarea
            label="The agent says"
            placeholder="Yes, we bake gluten-free bread on Thursdays."
            {...text('answer')}
            autosize
            minRows={2}
            maxRows={10}
            required
          />
          {typeof next === 'string' ? (
            <Text size="sm" c="dimmed">
              Callers can ask this at any time. After the answer, the agent says: “{next}”
            </Text>
          ) : null}
          {steps.length === 0 ? null : (
            <OfferFields {...{ offers, edited, setEdited }} isKnown={line !== ''} />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface OfferFieldsProps {
  offers: readonly Offer[];
  /** The words that were changed by hand, by step; null when the question is not offered. */
  edited: Readonly<Record<string, string>> | null;
  setEdited: (edited: Readonly<Record<string, string>> | null) => void;
  /** Whether the question is written. */
  isKnown: boolean;
}

/** Lets the agent offer the question in its own words, which list what callers can ask. */
function OfferFields({ offers, edited, setEdited, isKnown }: OfferFieldsProps) {
  return (
    <>
      <Checkbox
        label="Let the agent offer this question"
        description="The agent’s own words do not change otherwise."
        checked={edited !== null}
        disabled={!isKnown}
        onChange={({ currentTarget }) => setEdited(currentTarget.checked ? {} : null)}
      />
      {edited === null
        ? null
        : offers.map(({ name, say }, index) => (
            <Textarea
              key={name}
              label={index === 0 ? 'The agent begins with' : 'After an answer, the agent says'}
              value={say}
              onChange={({ currentTarget }) => setEdited({ ...edited, [name]: currentTarget.value })}
              autosize
              minRows={2}
              maxRows={6}
            />
          ))}
    </>
  );
}
