import { z } from 'zod';
import { roles } from '../../platform/access/index.ts';
import { DateTime, PageMetadata } from '../../platform/http/index.ts';

const fields = {
  name: z.string().trim().min(1).max(100).nullable(),
  email: z
    .email({ error: 'must be an e-mail address such as name@example.com' })
    .max(254)
    .nullable()
    .describe('Unique within the organization, ignoring case'),
  role: z.enum(roles).describe("The upper limit for the scopes of the member's keys"),
};

export const CreateMember = z
  .strictObject({ ...fields, name: fields.name.unwrap(), email: fields.email.default(null) })
  .meta({ id: 'CreateMember' });
export type CreateMember = z.output<typeof CreateMember>;

export const UpdateMember = z
  .strictObject({ ...fields, name: fields.name.unwrap() })
  .partial()
  .meta({ id: 'UpdateMember' });
export type UpdateMember = z.output<typeof UpdateMember>;

export const Member = z
  .object({ memberId: z.string(), ...fields, createdAt: DateTime, updatedAt: DateTime })
  .meta({ id: 'Member' });
export type Member = z.output<typeof Member>;

export const MemberPage = z
  .object({ members: z.array(Member), metadata: PageMetadata })
  .meta({ id: 'MemberPage' });
