import { Type } from 'typebox';
import {
  DeskPatient,
  DeskPatientDetails,
  ErasureConfirmation,
  Identifiers,
  NewPatient,
  PatientChanges,
  PatientsWanted,
  PhoneChangeDecision,
  Wristband,
  WristbandSymbol,
} from '../../contract.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { listPatients, toDeskPatient, withNamesakes } from '../../repositories/desk/patients.ts';
import type { App, Services } from '../../services/context.ts';
import { staffLog } from '../../services/desk/log.ts';
import { readPatient } from '../../services/desk/patient-details.ts';
import {
  changeIdentifiers,
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
import { erasePatient } from '../../services/own-data/erasure.ts';
import { removeSupporterAtDesk } from '../../services/sharing/ending.ts';

const tags = ['desk'];
const PatientId = Type.Object({ id: Type.String({ maxLength: 64 }) });
const done = { 204: Type.Null() };

/** Patients: search, creation, wristbands, unlocking, sign-out and the end of the trial. */
export async function deskPatientRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;
  const staff = { auth: 'staff' } as const;

  app.get(
    '/api/v1/desk/patients',
    {
      config: staff,
      schema: {
        summary: 'Patients by last name, found by parts of names, code, date of birth or room',
        tags,
        querystring: PatientsWanted,
        response: { 200: Type.Array(DeskPatient) },
      },
    },
    async (request) => {
      const { search = '', ...page } = request.query;
      const patients = await listPatients(db, search, pageOf(page));
      const subjects = patients.map(({ id }) => id);
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'patients', subjects });
      return withNamesakes(db, patients.map(toDeskPatient));
    },
  );

  app.get(
    '/api/v1/desk/patients/:id',
    {
      config: staff,
      schema: { summary: 'One patient', tags, params: PatientId, response: { 200: DeskPatientDetails } },
    },
    (request) => readPatient(db, staffLog(request), request.params.id, request.locale),
  );

  app.post(
    '/api/v1/desk/patients',
    {
      config: staff,
      schema: { summary: 'Make a patient', tags, body: NewPatient, response: { 201: DeskPatient } },
    },
    async (request, reply) => {
      const patient = await createPatient(services, staffLog(request), request.body, request.locale);
      return reply.code(201).send(patient);
    },
  );

  app.patch(
    '/api/v1/desk/patients/:id',
    {
      config: staff,
      schema: {
        summary: 'Change the names, after checking an identity document',
        tags,
        params: PatientId,
        body: PatientChanges,
        response: { 200: DeskPatient },
      },
    },
    (request) => changePatient(services, staffLog(request), request.params.id, request.body),
  );

  app.put(
    '/api/v1/desk/patients/:id/identifiers',
    {
      config: staff,
      schema: {
        summary: "Change the date of birth, the room, or the hospital's own numbers",
        tags,
        params: PatientId,
        body: Identifiers,
        response: { 200: DeskPatient },
      },
    },
    (request) => changeIdentifiers(services, staffLog(request), request.params.id, request.body, request.locale),
  );

  app.get(
    '/api/v1/desk/patients/:id/wristband',
    {
      config: staff,
      schema: {
        summary: 'The wristband for a screen: its QR code',
        tags,
        params: PatientId,
        response: { 200: WristbandSymbol },
      },
    },
    (request) => showWristband(services, staffLog(request), request.params.id),
  );

  app.post(
    '/api/v1/desk/patients/:id/wristband',
    {
      config: staff,
      schema: {
        summary: 'Give a new wristband; the former one is void',
        tags,
        params: PatientId,
        response: { 200: Wristband },
      },
    },
    async (request) => ({ code: await issueWristband(services, staffLog(request), request.params.id) }),
  );

  app.get(
    '/api/v1/desk/patients/:id/wristband.pdf',
    { config: staff, schema: { summary: 'The wristband to print: Code 128 and QR', tags, params: PatientId } },
    async (request, reply) => {
      const file = await printWristband(services, staffLog(request), request.params.id);
      return reply.type('application/pdf').header('content-disposition', 'inline; filename="wristband.pdf"').send(file);
    },
  );

  app.post(
    '/api/v1/desk/patients/:id/phone-change/confirm',
    {
      config: staff,
      schema: {
        summary: 'Use the new mobile number, after checking who asks for it',
        tags,
        params: PatientId,
        body: PhoneChangeDecision,
        response: done,
      },
    },
    async (request, reply) => {
      await confirmPhone(services, staffLog(request), request.params.id, request.body, request.log);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/desk/patients/:id/phone-change/refuse',
    {
      config: staff,
      schema: {
        summary: 'Keep the old mobile number, and sign out the device that wants the new one',
        tags,
        params: PatientId,
        body: PhoneChangeDecision,
        response: done,
      },
    },
    async (request, reply) => {
      await refusePhone(services, staffLog(request), request.params.id, request.body);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/v1/desk/patients/:id/erasure',
    {
      config: staff,
      schema: {
        summary: 'Erase the account at the request of the patient, whose name confirms whose it is',
        tags,
        params: PatientId,
        body: ErasureConfirmation,
        response: done,
      },
    },
    async (request, reply) => {
      const { params, body, locale } = request;
      await erasePatient(services, staffLog(request), { id: params.id, name: body.name, locale });
      return reply.code(204).send(null);
    },
  );

  app.delete(
    '/api/v1/desk/patients/:id/supporters/:supporterId',
    {
      config: staff,
      schema: {
        summary: 'End a supporter’s access, or an invitation',
        tags,
        params: Type.Object({ id: Type.String({ maxLength: 64 }), supporterId: Type.String({ maxLength: 64 }) }),
        response: done,
      },
    },
    async (request, reply) => {
      const { id, supporterId } = request.params;
      await removeSupporterAtDesk(services, staffLog(request), id, supporterId);
      return reply.code(204).send(null);
    },
  );

  const acts = [
    ['POST', 'unlock', 'Let in again after too many wrong tries', unlockPatient],
    ['DELETE', 'sessions', 'Sign out everywhere', endPatientSessions],
    ['POST', 'expire', 'End access to the app', expirePatient],
  ] as const;
  for (const [method, what, summary, act] of acts) {
    app.route<{ Params: { id: string } }>({
      method,
      url: `/api/v1/desk/patients/:id/${what}`,
      config: staff,
      schema: { summary, tags, params: PatientId, response: done },
      handler: async (request, reply) => {
        await act(services, staffLog(request), request.params.id);
        return reply.code(204).send(null);
      },
    });
  }
}
