import { checkDialogue } from './check-dialogue.ts';
import { DialogueFields } from './dialogue.ts';

/**
 * The schema of a dialogue. An issue names its path, such as `nodes.confirm.listen.options.0.goto`. It rejects unknown
 * targets and slots, nodes that cannot be reached or left, and cycles in which the agent never listens.
 */
export const DialogueSchema = DialogueFields.superRefine((dialogue, context) => {
  // The structural checks need valid nodes.
  if (context.issues.length > 0) return;
  for (const { path, message } of checkDialogue(dialogue)) {
    context.addIssue({ code: 'custom', path, message });
  }
});
