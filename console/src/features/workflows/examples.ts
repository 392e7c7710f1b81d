import type { Schema } from '../../api/schema.ts';
import list from './examples.json';
import type { Trigger } from './workflow-labels.ts';

/** A workflow to start from. Its texts say what to choose or change. */
interface Example {
  id: string;
  title: string;
  about: string;
  name: string;
  trigger: Trigger;
  definition: Schema<'CreateWorkflow'>['definition'];
}

/** Smallest first. A test checks that each can be published. */
export const examples = list as unknown as readonly Example[];
