import { z } from 'zod';
import { defineRoute, type Route } from '../http/index.ts';
import type { MailOutbox } from './outbox.ts';

const MailAvailability = z
  .object({ isSet: z.boolean().describe('Whether the operator has set a mail server') })
  .meta({ id: 'MailAvailability' });

export function mailRoutes({ mailOutbox = null }: { mailOutbox?: MailOutbox | null }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/mail',
      operationId: 'getMail',
      tag: 'Members',
      summary: 'Read whether the installation sends e-mail',
      scope: 'organization:read',
      output: MailAvailability,
      status: 200,
      errors: [],
      handle: async () => ({ isSet: mailOutbox !== null }),
    }),
  ];
}
