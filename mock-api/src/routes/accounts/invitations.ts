import { Type } from 'typebox';
import { Invitation, RequestAccepted } from '../../contract.ts';
import { type App, type Services, sessionOf } from '../../services/context.ts';
import { acceptInvitation, readInvitation } from '../../services/sharing/invitations.ts';

const tags = ['supporters'];
const Link = Type.Object({ uuid: Type.String({ maxLength: 64 }) });

/** Links of invitations. */
export async function invitationRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/v1/invitations/:uuid',
    {
      config: { auth: 'none' },
      schema: { summary: 'Who invites, while the link works', tags, params: Link, response: { 200: Invitation } },
    },
    (request) => readInvitation(db, request.params.uuid),
  );

  app.post(
    '/api/v1/invitations/:uuid/accept',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Accept an invitation as the signed-in user; its link works once',
        tags,
        params: Link,
        response: { 200: RequestAccepted },
      },
    },
    (request) => {
      const { user } = sessionOf(request);
      return db.transaction().execute((trx) => acceptInvitation(trx, request.params.uuid, user, request.locale));
    },
  );
}
