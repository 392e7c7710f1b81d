import { z } from 'zod';
import { DateTime } from '../../platform/http/index.ts';

export const WriteComment = z
  .strictObject({ comment: z.string().trim().min(1).max(2_000).describe('Plain text') })
  .meta({ id: 'WriteCallComment' });
export type WriteComment = z.output<typeof WriteComment>;

export const CallComment = z
  .object({
    commentId: z.string(),
    memberId: z.string().describe('The author: the signed-in member, or the owner of the API key'),
    memberName: z
      .string()
      .nullable()
      .describe('The name of the author, or the e-mail address; null for a former member'),
    comment: z.string(),
    createdAt: DateTime,
    editedAt: DateTime.nullable().describe('The last edit; null when there was none'),
  })
  .meta({ id: 'CallComment' });
export type CallComment = z.output<typeof CallComment>;

export const CallComments = z.object({ comments: z.array(CallComment) }).meta({ id: 'CallComments' });
