/** What other services report by themselves: Twilio about text messages, the hospital's FHIR server about records. */
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../common/problems.ts';
import { deliveryStateOf, type Form, isFromTwilio, REPORTS_PATH } from '../../delivery/twilio.ts';
import { acceptJson } from '../../plugins/json-body.ts';
import { isResource, isResourceId } from '../../records/fhir/datatypes.ts';
import { isObject } from '../../records/fhir/json.ts';
import { keyOf, subjectsOf } from '../../records/fhir/references.ts';
import { reportDelivery } from '../../repositories/messages/messages.ts';
import { sameSecret } from '../../security/secrets.ts';
import type { App, Services } from '../../services/context.ts';

const header = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '');

/** Twilio's status reports on text messages; only if text messages are sent through Twilio. */
export async function twilioRoutes(app: App, { db, config }: Services): Promise<void> {
  const { twilio, publicUrl } = config;
  if (!twilio) return;

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.post(REPORTS_PATH, { config: { auth: 'none' }, schema: { hide: true } }, async (request, reply) => {
    const form = (request.body ?? {}) as Form;
    if (!isFromTwilio(twilio, publicUrl, form, header(request.headers['x-twilio-signature']))) {
      throw new ProblemError('SIGNATURE_WRONG');
    }
    const state = deliveryStateOf(form);
    if (state && form.MessageSid) await reportDelivery(db, form.MessageSid, state);
    return reply.code(204).send();
  });
}

/** Largest notification, in bytes: a Bundle of a Subscription holds the changed resources. */
const BODY_LIMIT = 1024 * 1024;

/** Notifications that a patient's record has changed; only with FHIR_NOTIFY_SECRET. */
export async function fhirNotifyRoutes(app: App, { config, connector }: Services): Promise<void> {
  const secret = config.fhir?.notifySecret;
  if (secret === undefined || !connector) return;
  acceptJson(app, 'application/fhir+json');

  // Before the body is read.
  const requireSecret = async ({ headers }: FastifyRequest) => {
    if (!sameSecret(headers.authorization ?? '', `Bearer ${secret}`)) throw new ProblemError('UNAUTHENTICATED');
  };

  app.post(
    '/api/fhir/notify',
    { config: { auth: 'none' }, schema: { hide: true }, bodyLimit: BODY_LIMIT, onRequest: requireSecret },
    async (request, reply) => {
      const patients = patientsIn(request.body);
      if (!patients) throw new ProblemError('BAD_REQUEST');
      await connector.requestPatients(patients);
      return reply.code(204).send();
    },
  );
}

/** Most patients that one notification may name. */
const MOST = 100;
const MAX_DEPTH = 20;

function collect(value: unknown, into: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH || into.size > MOST) return;
  if (Array.isArray(value)) for (const item of value) collect(item, into, depth + 1);
  if (!isObject(value)) return;
  const own = isResource(value) ? subjectsOf(value) : [];
  for (const key of [...own, keyOf(value.reference), keyOf(value.patient)])
    if (key?.startsWith('Patient/')) into.add(key.slice('Patient/'.length));
  for (const item of Object.values(value)) collect(item, into, depth + 1);
}

/**
 * Returns the ids of the patients that a notification names: a resource, a Bundle (of a Subscription), or
 * `{"patient": "Patient/…"}`.
 * @returns undefined if it names none, or too many
 */
function patientsIn(body: unknown): string[] | undefined {
  const ids = new Set<string>();
  collect(body, ids, 0);
  const named = [...ids].filter(isResourceId);
  return named.length > 0 && named.length <= MOST ? named : undefined;
}
