import type { ResealedColumn } from '../../access/index.ts';
import { sealedAgentColumns } from '../../agents/index.ts';
import { sealedOrganizationColumns } from '../../organizations/index.ts';
import { sealedProviderKeyColumns } from '../../provider-keys/index.ts';
import { sealedTrunkColumns } from '../../trunks/index.ts';
import { sealedWebhookColumns } from '../../webhooks/index.ts';
import { sealedWorkflowColumns } from '../../workflows/index.ts';

/** Everything that holds sealed secrets; `sealed_secrets` of the database counts the same. */
export const sealedColumns: readonly ResealedColumn[] = [
  ...sealedTrunkColumns,
  ...sealedProviderKeyColumns,
  ...sealedWebhookColumns,
  ...sealedWorkflowColumns,
  ...sealedOrganizationColumns,
  ...sealedAgentColumns,
];
