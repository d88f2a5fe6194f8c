import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import { AccountsQuery, Denial, DeskAccount } from '../../contract.ts';
import { listAccounts } from '../../repositories/desk/accounts.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { deskInvitations } from '../../repositories/sharing/invitations.ts';
import { type App, ById, routeOptions, type Services } from '../../services/context.ts';
import { decide } from '../../services/desk/accounts.ts';
import { staffLog } from '../../services/desk/log.ts';
import { withDue } from '../../services/desk/requests.ts';

const BY_CLERKS = forStaff('no-patient', 'clerk');
const options = routeOptions('desk');

export async function deskAccountRoutes(app: App, services: Services): Promise<void> {
  const { db, config } = services;

  app.get(
    '/api/v1/desk/accounts',
    options(BY_CLERKS, 'Accounts of one status, the oldest first; those under review by default', {
      querystring: AccountsQuery,
      response: { 200: Type.Array(DeskAccount) },
    }),
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
    options(BY_CLERKS, 'Approve; notifies the person', { params: ById, response: { 200: DeskAccount } }),
    (request) => decide(services, staffLog(request), request.params.id),
  );

  app.post(
    '/api/v1/desk/accounts/:id/deny',
    options(BY_CLERKS, 'Deny; notifies the person of the reason', {
      params: ById,
      body: Denial,
      response: { 200: DeskAccount },
    }),
    (request) => decide(services, staffLog(request), request.params.id, request.body.reason.trim()),
  );
}
