import { Text, Textarea } from '@mantine/core';
import { refusedField } from '../../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../../ui/index.ts';
import { askingStep, type Fields, fieldsAt } from './edit.ts';
import { linesOf, withQuestion } from './questions.ts';

interface AddQuestionProps {
  dialogue: Fields;
  /** Changes the dialogue. `name`: the new step, which answers. */
  onAdd: (dialogue: Fields, name: string) => void;
}

/** Adds a question of callers with its answer. Shows nothing for a dialogue that never listens. */
export function AddQuestion(props: AddQuestionProps) {
  const asking = askingStep(props.dialogue);
  if (asking === null) return null;
  return (
    <DialogButton label="Add a question and its answer" size="xs" variant="light">
      {(close) => <QuestionDialog {...props} asking={asking} onClose={close} />}
    </DialogButton>
  );
}

interface QuestionDialogProps extends AddQuestionProps {
  /** The step that follows the answer. */
  asking: string;
  onClose: () => void;
}

function QuestionDialog({ dialogue, onAdd, asking, onClose }: QuestionDialogProps) {
  const form = useDraft({ wordings: '', answer: '' });
  const { say } = fieldsAt(dialogue, ['nodes', asking]);
  const add = async () => {
    const { wordings, answer } = form.draft;
    if (linesOf(wordings).length === 0) throw refusedField('wordings', 'Write what a caller says.');
    if (answer.trim() === '') throw refusedField('answer', 'Write what the agent says then.');
    return withQuestion(dialogue, form.draft);
  };
  return (
    <FormDialog
      title="Add a question and its answer"
      action="Add question"
      form={form}
      onSubmit={add}
      done="Question added. Publish the agent to use it in calls."
      onSaved={(added) => onAdd(added.dialogue, added.name)}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <Textarea
            label="A caller says"
            description="One wording a line. Words such as “please” and “the” and the order of words do not matter."
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
          {typeof say === 'string' ? (
            <Text size="sm" c="dimmed">
              Callers can ask this at any time. After the answer, the agent says: “{say}”
            </Text>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}
