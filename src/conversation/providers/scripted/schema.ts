import { checkDialogue } from './check-dialogue.ts';
import { DialogueFields } from './dialogue.ts';

/**
 * A dialogue as data. An issue names its path, such as `nodes.confirm.listen.options.0.goto`. Refused are targets and slots
 * that do not exist, nodes that cannot be reached or left, and rounds in which the agent never listens.
 */
export const DialogueSchema = DialogueFields.superRefine((dialogue, context) => {
  // The checks below need nodes that are valid by themselves.
  if (context.issues.length > 0) return;
  for (const { path, message } of checkDialogue(dialogue)) {
    context.addIssue({ code: 'custom', path, message });
  }
});
