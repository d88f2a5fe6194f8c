import { Type } from 'typebox';
import { forStaff } from '../access/desk-access.ts';
import { DeskMedicationChecks, MedicationCheck, NewMedicationCheck } from '../contract.ts';
import { askForMedicationCheck, readDeskChecks, sendMedicationCheck } from '../services/care/medication-checks.ts';
import { type App, ById, NO_CONTENT, routeOptions, type Services, sendEmpty, sessionOf } from '../services/context.ts';
import { staffLog } from '../services/desk/log.ts';

const BY_NURSES = forStaff('patient', 'nurse');

/** Medication checks: what patients and supporters send, and what staff read and ask for. */
export async function medicationCheckRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;
  const options = routeOptions('records');
  const desk = routeOptions('desk');

  app.post(
    '/api/v1/profiles/:profileId/medications/check',
    options('full', 'Say what is taken of the list of medications, and what it lacks; changes no record', {
      params: Type.Object({ profileId: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }) }),
      body: NewMedicationCheck,
      response: { 201: MedicationCheck },
    }),
    async (request, reply) => {
      const { params, session, locale, body } = request;
      const { user } = sessionOf({ session });
      const reader = { user, profileId: Number(params.profileId), locale };
      return reply.code(201).send(await sendMedicationCheck(services, reader, body));
    },
  );

  app.get(
    '/api/v1/desk/patients/:id/medication-checks',
    desk(BY_NURSES, "Checks of a patient's list of medications, newest first", {
      params: ById,
      response: { 200: DeskMedicationChecks },
    }),
    (request) => readDeskChecks(db, staffLog(request), request.params.id, request.locale),
  );

  app.post(
    '/api/v1/desk/patients/:id/medication-checks',
    desk(BY_NURSES, 'Ask the patient for a check of the list of medications', { params: ById, response: NO_CONTENT }),
    (request, reply) => {
      const of = { patientId: request.params.id, staffId: sessionOf(request).user.id };
      return sendEmpty(reply, askForMedicationCheck(db, staffLog(request), of));
    },
  );
}
