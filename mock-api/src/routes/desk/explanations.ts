import { OWN_PROFILE } from 'shared-ui/contract';
import { Type } from 'typebox';
import { forStaff } from '../../access/desk-access.ts';
import type { Locale } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { DeskExplanation, ExplanationsQuery, ExplanationText } from '../../contract.ts';
import { recordChanges } from '../../repositories/changes.ts';
import { pageOf } from '../../repositories/desk/page.ts';
import { findExplanation, listExplanations, storeDecision } from '../../repositories/records/explanations.ts';
import { type App, ById, routeOptions, type Services, sessionOf } from '../../services/context.ts';
import { type StaffLog, staffLog } from '../../services/desk/log.ts';

interface Decision {
  id: string;
  staffId: string;
  /** Undefined: it is refused. Null: it is approved as it is. */
  text: string | null | undefined;
  locale: Locale;
}

/**
 * Approves an explanation, which the patient then reads with the result, or refuses it.
 * @throws ProblemError NOT_FOUND, also after the report was corrected, or ALREADY_DECIDED
 */
async function decideExplanation(
  { db }: Services,
  log: StaffLog,
  { id, staffId, text, locale }: Decision,
): Promise<DeskExplanation> {
  return db.transaction().execute(async (trx) => {
    const decided = await storeDecision(trx, id, {
      state: text === undefined ? 'refused' : 'approved',
      ...(text ? { text } : {}),
      decided_by: staffId,
    });
    const explanation = await findExplanation(trx, id, locale);
    if (!explanation) throw new ProblemError('NOT_FOUND');
    if (!decided) throw new ProblemError('ALREADY_DECIDED');
    const { user_id: person, result_id: objectId } = decided;
    const object = text === undefined ? 'explanation-refused' : 'explanation-approved';
    await log(trx, { action: 'STAFF_CHANGED', object, subjects: [person], objectId });
    if (text !== undefined)
      await recordChanges(trx, [
        { person, kind: 'result.updated', objectId, profileId: OWN_PROFILE, audience: 'result' },
      ]);
    return explanation;
  });
}

const BY_NURSES = forStaff('explanation', 'nurse');
const options = routeOptions('desk');

/** Plain-language texts of the hospital's own service, to approve beside the report. */
export async function deskExplanationRoutes(app: App, services: Services): Promise<void> {
  const { db } = services;

  app.get(
    '/api/v1/desk/explanations',
    options(forStaff('list', 'nurse'), 'Explanations of one state, the oldest first; those to decide on by default', {
      querystring: ExplanationsQuery,
      response: { 200: Type.Array(DeskExplanation) },
    }),
    async (request) => {
      const { state = 'waiting', ...page } = request.query;
      const { wards } = request;
      const explanations = await listExplanations(db, { ...pageOf(page), state, locale: request.locale, wards });
      const subjects = explanations.map(({ patient }) => patient.id);
      await staffLog(request)(db, { action: 'STAFF_VIEWED', object: 'explanations', subjects });
      return explanations;
    },
  );

  app.post(
    '/api/v1/desk/explanations/:id/approve',
    options(BY_NURSES, 'Approve, maybe with an edited text; the patient reads it with the result', {
      params: ById,
      body: ExplanationText,
      response: { 200: DeskExplanation },
    }),
    (request) => {
      const { id } = request.params;
      const text = request.body.text?.trim() ?? null;
      const decision = { id, staffId: sessionOf(request).user.id, text, locale: request.locale };
      return decideExplanation(services, staffLog(request), decision);
    },
  );

  app.post(
    '/api/v1/desk/explanations/:id/refuse',
    options(BY_NURSES, 'Refuse: nobody reads it', { params: ById, response: { 200: DeskExplanation } }),
    (request) => {
      const { id } = request.params;
      const decision = { id, staffId: sessionOf(request).user.id, text: undefined, locale: request.locale };
      return decideExplanation(services, staffLog(request), decision);
    },
  );
}
