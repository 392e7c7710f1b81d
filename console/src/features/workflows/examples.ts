import type { Schema } from '../../api/index.ts';
import list from './examples.json';
import type { Trigger } from './workflow-words.ts';

/** A workflow to begin with. What has to be chosen or changed in it stands in its own texts. */
export interface Example {
  id: string;
  title: string;
  about: string;
  name: string;
  trigger: Trigger;
  definition: Schema<'CreateWorkflow'>['definition'];
}

/** Workflows to begin with, the smallest first; a test holds each to what publishing asks for. */
export const examples = list as unknown as readonly Example[];
