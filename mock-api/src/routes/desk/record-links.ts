import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import {
  CandidatesQuery,
  DeskRecordLink,
  DeskRecordLinkItem,
  NewRecordLink,
  RecordCandidates,
  RecordLinksQuery,
} from '../../contract.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { type App, ById, NO_CONTENT, routeOptions, type Services, sendEmpty } from '../../services/context.ts';
import { staffLog } from '../../services/desk/log.ts';
import {
  linkRecord,
  readCandidates,
  readRecordLink,
  readRecordLinks,
  synchronizeRecord,
  unlinkRecord,
} from '../../services/desk/record-links.ts';

const BY_OPERATORS = forStaff('patient', 'operator');
const options = routeOptions('desk');

/** Links between patients and their records in the hospital's FHIR server. */
export async function deskRecordLinkRoutes(app: App, services: Services): Promise<void> {
  app.get(
    '/api/v1/desk/record-links',
    options(
      forStaff('list', 'operator'),
      "Patients linked to the hospital's records; those that wait for a decision first",
      {
        querystring: RecordLinksQuery,
        response: { 200: Type.Array(DeskRecordLinkItem) },
      },
    ),
    (request) => {
      const { state, ...page } = request.query;
      return readRecordLinks(services, staffLog(request), { ...pageOf(page), state });
    },
  );

  app.get(
    '/api/v1/desk/patients/:id/record-link',
    options(BY_OPERATORS, "A patient's link to the hospital's records: its state, and what was read and held back", {
      params: ById,
      response: { 200: DeskRecordLink },
    }),
    (request) => readRecordLink(services, staffLog(request), request.params.id),
  );

  app.get(
    '/api/v1/desk/patients/:id/record-link/candidates',
    options(BY_OPERATORS, "Patients of the hospital's system to compare, by the wristband's code or an id", {
      params: ById,
      querystring: CandidatesQuery,
      response: { 200: RecordCandidates },
    }),
    (request) => readCandidates(services, staffLog(request), request.params.id, request.query.patientId),
  );

  app.put(
    '/api/v1/desk/patients/:id/record-link',
    options(BY_OPERATORS, 'Link a patient, after comparing name and date of birth, and read the record at once', {
      params: ById,
      body: NewRecordLink,
      response: { 200: DeskRecordLink },
    }),
    (request) => linkRecord(services, staffLog(request), request.params.id, request.body),
  );

  app.post(
    '/api/v1/desk/patients/:id/record-link/sync',
    options(BY_OPERATORS, 'Read the record at once', { params: ById, response: { 200: DeskRecordLink } }),
    (request) => synchronizeRecord(services, staffLog(request), request.params.id),
  );

  app.delete(
    '/api/v1/desk/patients/:id/record-link',
    options(BY_OPERATORS, 'Unlink a patient and remove what came from there', { params: ById, response: NO_CONTENT }),
    (request, reply) => sendEmpty(reply, unlinkRecord(services, staffLog(request), request.params.id)),
  );
}
