import { z } from 'zod';
import {
  createdAtParameters,
  DateTime,
  DateTimeParameter,
  integerParameter,
  PageMetadata,
  pageParameters,
} from '../http/index.ts';
import { auditedResources, auditVerbs } from './vocabulary.ts';

export const exportPageSizeMax = 10_000;

export const ExportQuery = z.object({
  createdAtGt: DateTimeParameter.optional().describe('Only entries created after this timestamp'),
  createdAtLt: DateTimeParameter.optional().describe('Only entries created before this timestamp'),
  pageSize: integerParameter(1, exportPageSizeMax).optional().describe('Results per page; default 10000'),
});
export type ExportQuery = z.output<typeof ExportQuery>;

export const AuditLogFilters = z.object({
  ...createdAtParameters,
  memberId: z
    .string({ error: 'must be given once' })
    .optional()
    .describe('Only what this member did; `system` for the service itself'),
  actionVerb: z.enum(auditVerbs).optional().describe('Only this action'),
  resourceType: z.enum(auditedResources).optional().describe('Only what was done to this kind of resource'),
  resourceReferenceId: z
    .string({ error: 'must be given once' })
    .optional()
    .describe('Only what was done to the resource of this id'),
  pageSize: pageParameters.pageSize,
});
export type AuditLogFilters = z.output<typeof AuditLogFilters>;

const AuditLog = z
  .object({
    auditLogId: z.uuid(),
    memberId: z.string().describe('Who performed the action; `system` for the service itself'),
    memberName: z.string().nullable(),
    memberEmail: z.string().nullable(),
    actionVerb: z
      .string()
      .describe(
        'Such as created, updated, deleted, exported, started, paused, resumed, assigned, unassigned',
      ),
    resourceType: z.string().describe('Such as agents, api_keys, campaigns'),
    resourceReferenceId: z.string().nullable(),
    resourceLabel: z.string().nullable().describe('A name of the resource; never a customer’s data'),
    requestId: z.string().describe('The `x-request-id` of the request'),
    createdAt: DateTime.describe('Unique and increasing within the organization; with microseconds'),
  })
  .meta({ id: 'AuditLog' });

export const AuditPage = z
  .object({ auditLogs: z.array(AuditLog), metadata: PageMetadata })
  .meta({ id: 'AuditPage' });
