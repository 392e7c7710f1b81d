import type { Organization } from './queries.ts';

export interface PanelProps {
  organization: Organization;
  /** For members who may only read. */
  isReadOnly: boolean;
}
