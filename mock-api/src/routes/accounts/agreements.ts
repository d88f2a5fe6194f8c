import { Type } from 'typebox';
import { Agreement, AgreementsGiven } from '../../contract.ts';
import { agree, readAgreements } from '../../services/accounts/agreements.ts';
import { type App, type Services, sessionOf } from '../../services/context.ts';

const tags = ['agreements'];

/** A user's agreements to documents. */
export async function agreementRoutes(app: App, { db, config }: Services): Promise<void> {
  app.get(
    '/api/v1/agreements',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'The documents in their present versions, and when this person agreed to each',
        tags,
        response: { 200: Type.Array(Agreement) },
      },
    },
    (request) => readAgreements(db, config, sessionOf(request).user.id),
  );

  app.post(
    '/api/v1/agreements',
    {
      config: { auth: 'full' },
      schema: {
        summary: 'Agree to documents, each in the version that was read; twice is the same as once',
        tags,
        body: AgreementsGiven,
        response: { 200: Type.Array(Agreement) },
      },
    },
    (request) => agree(db, config, sessionOf(request).user.id, request.body),
  );
}
