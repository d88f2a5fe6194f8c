import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { DeskOpening, DeskPattern, NewOpening, Page, PatientFound, PatientLookup } from '../../contract.ts';
import { listOpenings } from '../../repositories/desk/openings.ts';
import { type PageOf, pageOf } from '../../repositories/desk/page.ts';
import { listPatterns } from '../../repositories/desk/patterns.ts';
import {
  type App,
  ById,
  NO_CONTENT,
  routeOptions,
  type Services,
  sendEmpty,
  sessionOf,
} from '../../services/context.ts';
import { staffLog } from '../../services/desk/log.ts';
import { lookUpPatient, openPatient } from '../../services/desk/openings.ts';
import { csvFile } from './sign-ups.ts';

const options = routeOptions('desk');
const BY_NURSES = forStaff('no-patient', 'nurse');
const BY_PRIVACY_OFFICERS = forStaff('no-patient', 'privacy');

const COLUMNS = ['csv.time', 'csv.staff', 'csv.patient', 'csv.ward', 'csv.reason', 'csv.note'] as const;

function asFile(openings: readonly DeskOpening[], locale: Locale): string {
  const head = COLUMNS.map((name) => translate(locale, name));
  const rows = openings.map(({ at, staff, patient, reason, note }) => [
    at,
    staff.name,
    patient.name,
    patient.ward ?? '',
    translate(locale, `opening.${reason}`),
    note ?? '',
  ]);
  return csvFile([head, ...rows]);
}

const subjectsOf = (openings: readonly DeskOpening[]) => [...new Set(openings.map(({ patient }) => patient.id))];

const PATTERN_COLUMNS = [
  'csv.time',
  'csv.staff',
  'csv.patient',
  'csv.patients',
  'csv.pattern',
  'csv.reason',
  'csv.note',
] as const;

function asPatternFile(patterns: readonly DeskPattern[], locale: Locale): string {
  const head = PATTERN_COLUMNS.map((name) => translate(locale, name));
  const rows = patterns.map(({ at, staff, patient, patients, pattern, opening }) => [
    at,
    staff.name,
    patient?.name ?? '',
    patients === null ? '' : String(patients),
    translate(locale, `pattern.${pattern}`),
    opening ? translate(locale, `opening.${opening.reason}`) : '',
    opening?.note ?? '',
  ]);
  return csvFile([head, ...rows]);
}

/** Patients opened outside a nurse's wards: how a nurse gives the reason, and what the privacy officer reads of it and of other views. */
export async function deskPrivacyRoutes(app: App, { db }: Services): Promise<void> {
  app.post(
    '/api/v1/desk/lookup',
    options(BY_NURSES, 'Find a patient by a code; says the id and nothing else', {
      body: PatientLookup,
      response: { 200: PatientFound },
    }),
    (request) => lookUpPatient(db, staffLog(request), request.body.code),
  );

  app.post(
    '/api/v1/desk/patients/:id/openings',
    options(BY_NURSES, 'Open a patient outside the wards of the caller for four hours, with a reason', {
      params: ById,
      body: NewOpening,
      response: NO_CONTENT,
    }),
    (request, reply) => {
      const of = { id: request.params.id, user: sessionOf(request).user, locale: request.locale };
      return sendEmpty(reply, openPatient(db, staffLog(request), of, request.body));
    },
  );

  app.get(
    '/api/v1/desk/openings',
    options(BY_PRIVACY_OFFICERS, 'Patients opened outside the wards of a nurse, the newest first', {
      querystring: Page,
      response: { 200: Type.Array(DeskOpening) },
    }),
    async (request) => {
      const openings = await listOpenings(db, pageOf(request.query));
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'openings', subjects: subjectsOf(openings) });
      return openings;
    },
  );

  app.get(
    '/api/v1/desk/openings.csv',
    options(BY_PRIVACY_OFFICERS, 'All of them as a file for a spreadsheet', {}),
    async (request, reply) => {
      const openings = await listOpenings(db);
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'openings', subjects: subjectsOf(openings) });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="openings.csv"')
        .send(asFile(openings, request.locale));
    },
  );

  const readPatterns = async (request: FastifyRequest, page?: PageOf) => {
    const patterns = await listPatterns(db, page);
    const subjects = patterns.flatMap(({ patient }) => (patient ? [patient.id] : []));
    await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'patterns', subjects });
    return patterns;
  };

  app.get(
    '/api/v1/desk/patterns',
    options(BY_PRIVACY_OFFICERS, 'Opened pages of the last 30 days that are worth a look, the newest first', {
      querystring: Page,
      response: { 200: Type.Array(DeskPattern) },
    }),
    (request) => readPatterns(request, pageOf(request.query)),
  );

  app.get(
    '/api/v1/desk/patterns.csv',
    options(BY_PRIVACY_OFFICERS, 'All of them as a file for a spreadsheet', {}),
    async (request, reply) =>
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="worth-a-look.csv"')
        .send(asPatternFile(await readPatterns(request), request.locale)),
  );
}
