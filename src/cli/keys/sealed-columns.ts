import { sealedAgentColumns } from '../../domains/agents/index.ts';
import { sealedAlertColumns } from '../../domains/alerts/index.ts';
import { sealedCarrierColumns } from '../../domains/carriers/index.ts';
import { sealedDeviceColumns } from '../../domains/devices/index.ts';
import { sealedOrganizationColumns } from '../../domains/organizations/index.ts';
import { sealedProviderKeyColumns } from '../../domains/provider-keys/index.ts';
import { sealedTrunkColumns } from '../../domains/trunks/index.ts';
import { sealedWebhookColumns } from '../../domains/webhooks/index.ts';
import { sealedWorkflowColumns } from '../../domains/workflows/index.ts';
import type { ResealedColumn } from '../../platform/access/index.ts';
import { sealedMailColumns } from '../../platform/mail/index.ts';

/** All columns with sealed secrets. The SQL function `sealed_secrets` reads the same columns. */
export const sealedColumns: readonly ResealedColumn[] = [
  ...sealedTrunkColumns,
  ...sealedDeviceColumns,
  ...sealedProviderKeyColumns,
  ...sealedCarrierColumns,
  ...sealedWebhookColumns,
  ...sealedWorkflowColumns,
  ...sealedOrganizationColumns,
  ...sealedAgentColumns,
  ...sealedAlertColumns,
  ...sealedMailColumns,
];
