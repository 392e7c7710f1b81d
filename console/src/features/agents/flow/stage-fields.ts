import type { FlowView, StageView } from '../../flow-stages/index.ts';
import type { Path } from '../../json-text/index.ts';
import type { AgentForm } from '../use-agent-form.ts';

/** The props of the fields of a stage. */
export interface StageFieldsProps {
  stage: StageView;
  view: FlowView;
  form: AgentForm;
  /** Changes fields of the stage. Consecutive changes of one field are undone together. */
  set: (changes: object, name?: string) => void;
  /** Returns what is wrong with a field of the stage, by its path in the stage. */
  errorOf: (...path: Path) => string | undefined;
}
