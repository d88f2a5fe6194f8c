/** Notifications of the hospital's FHIR server that a patient's record has changed; only with FHIR_NOTIFY_SECRET. */
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../common/problems.ts';
import { acceptJson } from '../../plugins/json-body.ts';
import { patientsIn } from '../../records/connector/notification.ts';
import { sameSecret } from '../../security/secrets.ts';
import type { App, Services } from '../../services/context.ts';

/** Largest notification, in bytes: a Bundle of a Subscription holds the changed resources. */
const BODY_LIMIT = 1024 * 1024;

export async function fhirNotifyRoutes(app: App, { config, connector }: Services): Promise<void> {
  const secret = config.fhir?.notifySecret;
  if (secret === undefined || !connector) return;
  acceptJson(app, 'application/fhir+json');

  // Before the body is read.
  const requireSecret = async ({ headers }: FastifyRequest) => {
    if (!sameSecret(headers.authorization ?? '', `Bearer ${secret}`)) throw new Problem('UNAUTHENTICATED');
  };

  app.post(
    '/api/fhir/notify',
    { config: { auth: 'none' }, schema: { hide: true }, bodyLimit: BODY_LIMIT, onRequest: requireSecret },
    async (request, reply) => {
      const patients = patientsIn(request.body);
      if (!patients) throw new Problem('BAD_REQUEST');
      await connector.requestPatients(patients);
      return reply.code(204).send();
    },
  );
}
