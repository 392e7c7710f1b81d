import { statement } from '../../platform/db/index.ts';

/** Removes up to 5,000 links of invitations and new passwords that have expired. */
export const expiredMemberLinks = statement(
  'sign_in.expired_links',
  `delete from member_links where ctid in (
     select ctid from member_links where expires_at < now() order by expires_at limit 5000) returning 1`,
);
