import type { Check } from '../check.ts';
import { agentChatsChecks } from './agent-chats.ts';
import { auditExportChecks } from './audit-export.ts';
import { authenticationChecks } from './authentication.ts';
import { callByExternalIdChecks } from './call-by-external-id.ts';
import { callByPhoneChecks } from './call-by-phone.ts';
import { campaignCallChecks } from './campaign-call.ts';
import { errorChecks } from './errors.ts';
import { personalizationPushChecks } from './personalization-push.ts';
import { workflowTriggerChecks } from './workflow-trigger.ts';

/** All checks, in the order in which they run. */
export const allChecks: readonly Check[] = [
  ...authenticationChecks,
  ...errorChecks,
  ...auditExportChecks,
  ...campaignCallChecks,
  ...workflowTriggerChecks,
  ...callByExternalIdChecks,
  ...callByPhoneChecks,
  ...agentChatsChecks,
  ...personalizationPushChecks,
];
