import { Type } from 'typebox';
import { AccountsWanted, Denial, DeskAccount } from '../../contract.ts';
import { listAccounts } from '../../repositories/desk/accounts.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { deskInvitations } from '../../repositories/sharing/invitations.ts';
import type { App, Services } from '../../services/context.ts';
import { decide } from '../../services/desk/accounts.ts';
import { staffLog } from '../../services/desk/log.ts';
import { withDue } from '../../services/desk/requests.ts';

const tags = ['desk'];
const AccountId = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** Self-registered accounts, and the decision on them. */
export async function deskAccountRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;

  app.get(
    '/api/v1/desk/accounts',
    {
      config: { auth: 'staff' },
      schema: {
        summary: 'Accounts of one status, the oldest first; those under review by default',
        tags,
        querystring: AccountsWanted,
        response: { 200: Type.Array(DeskAccount) },
      },
    },
    async (request) => {
      const { status = 'review', ...page } = request.query;
      const accounts = await listAccounts(db, status, pageOf(page));
      const subjects = accounts.map(({ id }) => id);
      const log = staffLog(request);
      await log(db, { action: 'STAFF_VIEWED', object: 'accounts', subjects });
      const invitations = await deskInvitations(db, subjects);
      const patients = [...invitations.values()].flat().map(({ patient }) => patient.id);
      if (patients.length > 0) await log(db, { action: 'STAFF_VIEWED', object: 'invitations', subjects: patients });
      return accounts.map((account) => withDue(account, invitations.get(account.id), config.overdue));
    },
  );

  app.post(
    '/api/v1/desk/accounts/:id/approve',
    {
      config: { auth: 'staff' },
      schema: { summary: 'Approve; notifies the person', tags, params: AccountId, response: { 200: DeskAccount } },
    },
    (request) => decide(services, staffLog(request), request.params.id),
  );

  app.post(
    '/api/v1/desk/accounts/:id/deny',
    {
      config: { auth: 'staff' },
      schema: {
        summary: 'Deny; notifies the person of the reason',
        tags,
        params: AccountId,
        body: Denial,
        response: { 200: DeskAccount },
      },
    },
    (request) => decide(services, staffLog(request), request.params.id, request.body.reason.trim()),
  );
}
