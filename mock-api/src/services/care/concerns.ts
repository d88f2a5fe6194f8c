/** Concerns without a name: nothing that is stored of one leads to who sent it (docs/security.md#concerns-without-a-name). */
import { OWN_PROFILE } from 'shared-ui/contract';
import { MINUTE } from '../../common/clock.ts';
import { urgencyOf } from '../../common/text/urgency.ts';
import type { Trx } from '../../db/schema.ts';
import { findRequest, insertRequest, type StoredSubject } from '../../repositories/care/requests.ts';
import { recordChanges, requestChange } from '../../repositories/changes.ts';
import { countPatientsIn } from '../../repositories/desk/patients.ts';
import { stableId } from '../../security/secrets.ts';
import { insertNobody } from '../accounts/accounts.ts';

/** Fewest patients of a ward, or answers in a month, that are shown: among fewer, one person could be singled out. */
export const SMALLEST_GROUP = 5;

/** An exact time could be compared with others, such as that of a call in a log. */
const COARSE = 15 * MINUTE;

const coarseNow = () => new Date(Math.floor(Date.now() / COARSE) * COARSE).toISOString();

/**
 * Stores a concern that only says the ward, and not even that where few patients are. Its owner is an account without a
 * person, one for each ward. It has no entry in the audit log and no limit per person: both would name the sender.
 */
export async function storeAnonymousConcern(
  trx: Trx,
  ward: string | null,
  { text = '', about = null }: { text?: string | undefined; about?: StoredSubject | null },
): Promise<void> {
  const isLarge = ward !== null && (await countPatientsIn(trx, ward)) >= SMALLEST_GROUP;
  const shown = isLarge ? ward : null;
  const nobody = stableId('anonymous', shown ?? '');
  const createdAt = coarseNow();
  await insertNobody(trx, nobody, shown, createdAt);
  const request = { kind: 'concern', text } as const;
  const stored = { ...request, urgency: urgencyOf(request), isAnonymous: true, createdAt };
  const id = await insertRequest(trx, { patientId: nobody, authorId: nobody, profileId: OWN_PROFILE }, stored, about);
  const row = await findRequest(trx, id);
  if (row) await recordChanges(trx, [requestChange(row)]);
}
