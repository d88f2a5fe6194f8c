import { isTimeZone, localTime } from 'shared-ui/contract/zone';
import { Type } from 'typebox';
import { OwnData, OwnDataState, Proof } from '../../contract.ts';
import { type App, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../../services/context.ts';
import { exportOwnData } from '../../services/own-data/collect.ts';
import { confirm, ownDataState } from '../../services/own-data/confirmation.ts';
import { eraseOwnAccount } from '../../services/own-data/erasure.ts';

const options = routeOptions('own data');

/** Returns a response's header that makes browsers save a file under this name. */
const saveAs = (extension: string, zone: string) =>
  `attachment; filename="lodestar-${localTime(Date.now(), zone).slice(0, 10)}.${extension}"`;

/** Everything about the signed-in person: as a file, as a document, and its erasure. Each needs a fresh proof. */
export async function ownDataRoutes(app: App, services: Services): Promise<void> {
  const { config, devices } = services;
  /** The hospital's time zone; else the phone's, if it says a known one. */
  const zoneOf = (phone = 'UTC') => config.timeZone ?? (isTimeZone(phone) ? phone : 'UTC');

  app.get(
    '/api/v1/own-data',
    options('full', 'How I prove who I am, and whether I just did', { response: { 200: OwnDataState } }),
    (request) => ownDataState(sessionOf(request)),
  );

  app.post(
    '/api/v1/own-data/confirmation',
    options('full', 'Prove who I am, for five minutes of this session', {
      body: Proof,
      response: { 200: OwnDataState },
    }),
    (request) => {
      const session = sessionOf(request);
      const device = devices.recognise(request.headers.cookie, session.user);
      return confirm(services, session, request.body, { address: request.ip, device });
    },
  );

  app.get(
    '/api/v1/own-data/export',
    options('full', 'Everything about me, for other programs', { response: { 200: OwnData } }),
    async (request, reply) => {
      const data = await exportOwnData(services, sessionOf(request), 'json', request.locale);
      reply.header('content-disposition', saveAs('json', zoneOf()));
      return data;
    },
  );

  app.get(
    '/api/v1/own-data/export.pdf',
    options('full', 'Everything about me, to read', {
      querystring: Type.Object(
        {
          timeZone: Type.Optional(
            Type.String({
              maxLength: 64,
              description: 'Of the phone, such as America/Toronto; counts where the hospital has set none',
            }),
          ),
        },
        { additionalProperties: false },
      ),
    }),
    async (request, reply) => {
      // The writer of PDFs is large, so it is loaded with the first export.
      const { ownDataPdf } = await import('../../services/own-data/pdf.ts');
      const { locale } = request;
      const data = await exportOwnData(services, sessionOf(request), 'pdf', locale);
      const zone = zoneOf(request.query.timeZone);
      const file = await ownDataPdf(data, locale, zone);
      return reply.type('application/pdf').header('content-disposition', saveAs('pdf', zone)).send(file);
    },
  );

  app.delete(
    '/api/v1/own-data',
    options('full', 'Erase my account; my sessions end', { response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, eraseOwnAccount(services, sessionOf(request))),
  );
}
