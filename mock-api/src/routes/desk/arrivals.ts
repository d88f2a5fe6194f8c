import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import { BandsToPrint, DeskArrival, DeskPin, Page, PhoneChangeDecision, PrintedBands } from '../../contract.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import {
  type App,
  ById,
  NO_CONTENT,
  routeOptions,
  type Services,
  sendEmpty,
  sessionOf,
} from '../../services/context.ts';
import { printBands, readArrivals, readDeskPin, refuseOthers, setPhone } from '../../services/desk/arrivals.ts';
import { staffLog } from '../../services/desk/log.ts';

const AT_THE_BED = forStaff('patient', 'nurse', 'clerk');
const options = routeOptions('desk');

/** Patients who have arrived without a wristband. */
export async function deskArrivalRoutes(app: App, services: Services): Promise<void> {
  app.get(
    '/api/v1/desk/arrivals',
    options(
      forStaff('list', 'nurse', 'clerk'),
      'Admitted patients without a wristband, those who have waited longest first',
      {
        querystring: Page,
        response: { 200: Type.Array(DeskArrival) },
      },
    ),
    (request) => readArrivals(services, staffLog(request), request.wards, pageOf(request.query)),
  );

  app.post(
    '/api/v1/desk/wristbands',
    options(forStaff('list', 'nurse', 'clerk'), 'Print wristbands as one file; whoever has none gets one', {
      body: BandsToPrint,
      response: { 200: PrintedBands },
    }),
    async (request) => {
      const { body, wards } = request;
      await refuseOthers(services.db, { wards, staffId: sessionOf(request).user.id, patients: body.patients });
      return printBands(services, staffLog(request), body);
    },
  );

  app.post(
    '/api/v1/desk/patients/:id/pin',
    options(AT_THE_BED, 'A PIN to read to a patient who has no number', { params: ById, response: { 200: DeskPin } }),
    (request) => readDeskPin(services, staffLog(request), request.params.id),
  );

  app.put(
    '/api/v1/desk/patients/:id/phone',
    options(AT_THE_BED, 'Use a mobile number that the patient has confirmed, for a patient who has none', {
      params: ById,
      body: PhoneChangeDecision,
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { params, body, locale } = request;
      return sendEmpty(reply, setPhone(services, staffLog(request), { id: params.id, ...body, locale }));
    },
  );
}
