import type { Organization } from './queries.ts';

/** What each panel of the organization is given. */
export interface PanelProps {
  organization: Organization;
  /** For who may only look. */
  isReadOnly: boolean;
}
