/** Users agree to a document once, in its current version; a new version asks again. */

import { ProblemError } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { Agreement, AgreementDue, AgreementsGiven } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { findAgreements, insertAgreements, lockUser, updateUser } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';

type Present = Pick<Config, 'agreements'>;

/** Returns the documents in their current versions, and when this user agreed to each. */
export async function readAgreements(db: Db, { agreements }: Present, userId: string): Promise<Agreement[]> {
  const given = await findAgreements(db, userId);
  return agreements.map(({ document, version }) => {
    const found = given.find((row) => row.document === document && row.version === version);
    return { document, version, agreedAt: found?.agreed_at ?? null };
  });
}

export async function agreementsDue(db: Db, config: Present, userId: string): Promise<AgreementDue[]> {
  const all = await readAgreements(db, config, userId);
  return all.filter(({ agreedAt }) => agreedAt === null).map(({ document, version }) => ({ document, version }));
}

/** Records that a registration or a demo account agrees to everything, in the current versions. */
export function agreeToAll(trx: Trx, { agreements }: Present, userId: string): Promise<void> {
  return insertAgreements(trx, userId, agreements);
}

/** @throws ProblemError AGREEMENT_OUTDATED for a document or version that is not current */
export async function agree(db: Db, config: Present, userId: string, given: AgreementsGiven): Promise<Agreement[]> {
  const wanted = Array.isArray(given) ? given : [given];
  const isPresent = ({ document, version }: AgreementDue) =>
    config.agreements.some((present) => present.document === document && present.version === version);
  if (!wanted.every(isPresent)) throw new ProblemError('AGREEMENT_OUTDATED');
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId);
    const due = await agreementsDue(trx, config, userId);
    const fresh = due.filter(({ document }) => wanted.some((item) => item.document === document));
    await insertAgreements(trx, userId, fresh);
    await audit(
      trx,
      ...fresh.map(({ document, version }) => ({
        action: 'AGREED' as const,
        actor: userId,
        subject: userId,
        object: document,
        objectId: version,
      })),
    );
    if (fresh.length === due.length) await updateUser(trx, userId, { nda: 1, terms_conditions: 1 });
    return readAgreements(trx, config, userId);
  });
}
