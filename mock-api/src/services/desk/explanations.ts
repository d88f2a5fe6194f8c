/** Staff decide which texts of the explanation service patients read. */
import { OWN_PROFILE } from 'shared-ui/contract';
import { recordChanges } from '../../changes/changes.ts';
import type { Locale } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { DeskExplanation } from '../../contract.ts';
import { findExplanation, storeDecision } from '../../repositories/records/explanations.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from './log.ts';

interface Decision {
  id: string;
  staffId: string;
  /** Undefined: it is refused. Null: it is approved as it is. */
  text: string | null | undefined;
  locale: Locale;
}

/**
 * Approves an explanation, which the patient then reads with the result, or refuses it.
 * @throws Problem NOT_FOUND, also after the report was corrected, or ALREADY_DECIDED
 */
export async function decideExplanation(
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
    if (!explanation) throw new Problem('NOT_FOUND');
    if (!decided) throw new Problem('ALREADY_DECIDED');
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
