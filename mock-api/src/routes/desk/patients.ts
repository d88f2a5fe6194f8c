import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import {
  CareEvent,
  DeskPatient,
  DeskPatientDetails,
  ErasureConfirmation,
  HomePlanChange,
  Identifiers,
  NewEvent,
  NewPatient,
  NextStep,
  Notification,
  PatientChanges,
  PatientsQuery,
  PhoneChangeDecision,
  SpokenLanguage,
  Wristband,
  WristbandSymbol,
} from '../../contract.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { listPatients, toDeskPatient, withNamesakes } from '../../repositories/desk/patients.ts';
import { withStays } from '../../repositories/desk/stays.ts';
import { withMerges } from '../../repositories/feed/merges.ts';
import {
  type App,
  ById,
  NO_CONTENT,
  routeOptions,
  type Services,
  sendEmpty,
  sessionOf,
} from '../../services/context.ts';
import { changeNextStep, clearNextStep, sendEvent } from '../../services/desk/care.ts';
import { staffLog } from '../../services/desk/log.ts';
import { undoMerge } from '../../services/desk/merges.ts';
import { listedFor, readPatient } from '../../services/desk/patient-details.ts';
import {
  changeIdentifiers,
  changeLanguage,
  changePatient,
  confirmPhone,
  createPatient,
  endPatientSessions,
  expirePatient,
  issueWristband,
  printWristband,
  refusePhone,
  showWristband,
  unlockPatient,
} from '../../services/desk/patients.ts';
import { admitPatient, dischargePatient, setHomePlan, undoDischarge } from '../../services/desk/stays.ts';
import { erasePatient } from '../../services/own-data/erasure.ts';
import { removeSupporterAtDesk } from '../../services/sharing/ending.ts';
import { patientIsBack } from '../../services/sharing/returns.ts';

const options = routeOptions('desk');
const AT_THE_BED = forStaff('patient', 'nurse', 'clerk');
const BY_NURSES = forStaff('patient', 'nurse');
const BY_CLERKS = forStaff('patient', 'clerk');

/** Patients: search, creation, wristbands, unlocking, sign-out and the end of the trial. */
export async function deskPatientRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  app.get(
    '/api/v1/desk/patients',
    options(
      forStaff('list', 'nurse', 'clerk', 'privacy'),
      'Patients by last name, found by parts of names, code, date of birth or room',
      {
        querystring: PatientsQuery,
        response: { 200: Type.Array(DeskPatient) },
      },
    ),
    async (request) => {
      const { search = '', ...page } = request.query;
      const { user } = sessionOf(request);
      const patients = await listPatients(db, { search, wards: request.wards }, pageOf(page));
      const subjects = patients.map(({ id }) => id);
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'patients', subjects });
      const withStay = await withStays(
        db,
        patients.map((row) => ({ row, patient: listedFor(user, toDeskPatient(row)) })),
      );
      return withMerges(db, await withNamesakes(db, withStay));
    },
  );

  app.get(
    '/api/v1/desk/patients/:id',
    options(forStaff('patient', 'nurse', 'clerk', 'operator', 'privacy'), 'One patient', {
      params: ById,
      response: { 200: DeskPatientDetails },
    }),
    (request) => {
      const { params, session, locale } = request;
      return readPatient(db, staffLog(request), { id: params.id, user: sessionOf({ session }).user, locale });
    },
  );

  app.post(
    '/api/v1/desk/patients',
    options(forStaff('no-patient', 'clerk'), 'Make a patient', { body: NewPatient, response: { 201: DeskPatient } }),
    async (request, reply) => {
      const patient = await createPatient(services, staffLog(request), request.body, request.locale);
      return reply.code(201).send(patient);
    },
  );

  app.patch(
    '/api/v1/desk/patients/:id',
    options(BY_CLERKS, 'Change the names, after checking an identity document', {
      params: ById,
      body: PatientChanges,
      response: { 200: DeskPatient },
    }),
    (request) => changePatient(services, staffLog(request), request.params.id, request.body),
  );

  app.put(
    '/api/v1/desk/patients/:id/identifiers',
    options(AT_THE_BED, "Change the date of birth, the room, or the hospital's own numbers", {
      params: ById,
      body: Identifiers,
      response: { 200: DeskPatient },
    }),
    (request) => changeIdentifiers(services, staffLog(request), request.params.id, request.body, request.locale),
  );

  app.put(
    '/api/v1/desk/patients/:id/language',
    options(AT_THE_BED, 'Say in which language to talk with a patient, and whether with an interpreter', {
      params: ById,
      body: SpokenLanguage,
      response: { 200: DeskPatient },
    }),
    (request) => changeLanguage(services, staffLog(request), request.params.id, request.body),
  );

  app.get(
    '/api/v1/desk/patients/:id/wristband',
    options(AT_THE_BED, 'The wristband for a screen: its QR code', {
      params: ById,
      response: { 200: WristbandSymbol },
    }),
    (request) => showWristband(services, staffLog(request), request.params.id),
  );

  app.post(
    '/api/v1/desk/patients/:id/wristband',
    options(AT_THE_BED, 'Give a new wristband; the former one is void', { params: ById, response: { 200: Wristband } }),
    async (request) => ({ code: await issueWristband(services, staffLog(request), request.params.id) }),
  );

  app.get(
    '/api/v1/desk/patients/:id/wristband.pdf',
    options(AT_THE_BED, 'The wristband to print: Code 128 and QR', { params: ById }),
    async (request, reply) => {
      const file = await printWristband(services, staffLog(request), request.params.id);
      return reply.type('application/pdf').header('content-disposition', 'inline; filename="wristband.pdf"').send(file);
    },
  );

  app.post(
    '/api/v1/desk/patients/:id/phone-change/confirm',
    options(BY_CLERKS, 'Use the new mobile number, after checking who asks for it', {
      params: ById,
      body: PhoneChangeDecision,
      response: NO_CONTENT,
    }),
    (request, reply) =>
      sendEmpty(reply, confirmPhone(services, staffLog(request), request.params.id, request.body, request.log)),
  );

  app.post(
    '/api/v1/desk/patients/:id/phone-change/refuse',
    options(BY_CLERKS, 'Keep the old mobile number, and sign out the device that wants the new one', {
      params: ById,
      body: PhoneChangeDecision,
      response: NO_CONTENT,
    }),
    (request, reply) => sendEmpty(reply, refusePhone(services, staffLog(request), request.params.id, request.body)),
  );

  app.post(
    '/api/v1/desk/patients/:id/erasure',
    options(BY_CLERKS, 'Erase the account at the request of the patient, whose name confirms whose it is', {
      params: ById,
      body: ErasureConfirmation,
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { params, body, locale } = request;
      return sendEmpty(reply, erasePatient(services, staffLog(request), { id: params.id, name: body.name, locale }));
    },
  );

  app.delete(
    '/api/v1/desk/patients/:id/supporters/:supporterId',
    options(AT_THE_BED, 'End a supporter’s access, or an invitation', {
      params: Type.Object({ id: Type.String({ maxLength: 64 }), supporterId: Type.String({ maxLength: 64 }) }),
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { id, supporterId } = request.params;
      return sendEmpty(reply, removeSupporterAtDesk(services, staffLog(request), id, supporterId));
    },
  );

  app.post(
    '/api/v1/desk/patients/:id/discharge',
    options(AT_THE_BED, 'End the stay; the patient keeps access to the app', { params: ById, response: NO_CONTENT }),
    (request, reply) => {
      const { user } = sessionOf(request);
      return sendEmpty(reply, dischargePatient(services, staffLog(request), request.params.id, user.id));
    },
  );

  app.put(
    '/api/v1/desk/patients/:id/home',
    options(BY_NURSES, 'Say what is arranged for going home', {
      params: ById,
      body: HomePlanChange,
      response: NO_CONTENT,
    }),
    (request, reply) => sendEmpty(reply, setHomePlan(services, staffLog(request), request.params.id, request.body)),
  );

  app.post(
    '/api/v1/desk/patients/:id/merges/:mergeId/undo',
    options(BY_CLERKS, 'Separate two records that the hospital has joined, for 30 days', {
      params: Type.Object({ id: Type.String({ maxLength: 64 }), mergeId: Type.String({ maxLength: 64 }) }),
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const { user } = sessionOf(request);
      return sendEmpty(reply, undoMerge(services, staffLog(request), { ...request.params, staffId: user.id }));
    },
  );

  const acts = [
    ['DELETE', 'discharge', AT_THE_BED, 'Take back the discharge, for twelve hours', undoDischarge],
    ['POST', 'stay', AT_THE_BED, 'Begin a new stay after one that is over', admitPatient],
    ['POST', 'unlock', AT_THE_BED, 'Let in again after too many wrong tries', unlockPatient],
    ['DELETE', 'sessions', AT_THE_BED, 'Sign out everywhere', endPatientSessions],
    ['POST', 'expire', BY_CLERKS, 'End access to the app', expirePatient],
  ] as const;
  for (const [method, what, access, summary, act] of acts) {
    app.route<{ Params: { id: string } }>({
      method,
      url: `/api/v1/desk/patients/:id/${what}`,
      ...options(access, summary, { params: ById, response: NO_CONTENT }),
      handler: (request, reply) => sendEmpty(reply, act(services, staffLog(request), request.params.id)),
    });
  }
}

export async function deskCareRoutes(app: App, services: Services): Promise<void> {
  app.post(
    '/api/v1/desk/patients/:id/events',
    options(BY_NURSES, "Add an event to a patient's timeline", {
      params: ById,
      body: NewEvent,
      response: { 201: CareEvent },
    }),
    async (request, reply) => {
      const { params, body, locale } = request;
      return reply.code(201).send(await sendEvent(services, staffLog(request), params.id, body, locale));
    },
  );

  app.put(
    '/api/v1/desk/patients/:id/next',
    options(BY_NURSES, 'Say what happens next, in place of what was said before', {
      params: ById,
      body: NextStep,
      response: { 200: Notification },
    }),
    (request) => changeNextStep(services, staffLog(request), request.params.id, request.body, request.locale),
  );

  app.delete(
    '/api/v1/desk/patients/:id/next',
    options(BY_NURSES, 'Take away what was to happen next', { params: ById, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, clearNextStep(services, staffLog(request), request.params.id)),
  );

  app.post(
    '/api/v1/desk/patients/:id/back',
    options(BY_NURSES, 'Say that a patient is back, to those who wait for it; the step that took them away is over', {
      params: ById,
      response: NO_CONTENT,
    }),
    (request, reply) => sendEmpty(reply, patientIsBack(services, staffLog(request), request.params.id)),
  );
}
