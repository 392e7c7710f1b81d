import './dialogue.css';
import { Button, Group, Text, Textarea } from '@mantine/core';
import { refusedField } from '../../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../../ui/index.ts';
import { askingStep, type Fields, fieldsAt } from './edit.ts';
import {
  type AddedQuestion,
  linesOf,
  type Question,
  questionsOf,
  withoutQuestion,
  withQuestion,
  withQuestionChanged,
} from './questions.ts';

interface AddQuestionProps {
  dialogue: Fields;
  /** Changes the dialogue. `name`: the new step, which answers. */
  onAdd: (dialogue: Fields, name: string) => void;
}

/** Adds a question of callers with its answer. Shows nothing for a dialogue that never listens. */
export function AddQuestion({ dialogue, onAdd }: AddQuestionProps) {
  const asking = askingStep(dialogue);
  if (asking === null) return null;
  return (
    <DialogButton label="Add a question and its answer" size="xs" variant="light">
      {(close) => (
        <QuestionDialog
          title="Add a question and its answer"
          action="Add question"
          next={fieldsAt(dialogue, ['nodes', asking]).say}
          onSave={(question) => {
            const added = withQuestion(dialogue, question);
            onAdd(added.dialogue, added.name);
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

interface QuestionDialogProps {
  title: string;
  action: string;
  opened?: Question;
  /** The words that follow the answer, if they are known. */
  next: unknown;
  onSave: (question: Question) => void;
  onClose: () => void;
}

function QuestionDialog({ title, action, opened, next, onSave, onClose }: QuestionDialogProps) {
  const form = useDraft(opened ?? { wordings: '', answer: '' });
  const check = async () => {
    const { wordings, answer } = form.draft;
    if (linesOf(wordings).length === 0) throw refusedField('wordings', 'Write what a caller says.');
    if (answer.trim() === '') throw refusedField('answer', 'Write what the agent says then.');
    return form.draft;
  };
  return (
    <FormDialog
      {...{ title, action, form, onClose }}
      onSubmit={check}
      onSaved={onSave}
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
        </>
      )}
    </FormDialog>
  );
}
