/** Who a person is to the hospital: who may change the name, and the log of changes. */
import type { Db, Trx, UsersTable } from '../../db/schema.ts';
import { issuerOf } from '../../repositories/accounts/identities.ts';
import { isStaff, PATIENT, type UserRow } from '../../repositories/accounts/users.ts';
import { audit } from '../../repositories/audit.ts';

/** Parts of an identity, as the log names them, and the columns that hold them. */
const PARTS = {
  name: ['first_name', 'last_name'],
  'preferred-name': ['preferred_name'],
  'birth-date': ['date_of_birth'],
  number: ['phone_number', 'mobile_phone'],
  email: ['email', 'contact_email'],
} as const satisfies Record<string, readonly (keyof UsersTable)[]>;

export type IdentityPart = keyof typeof PARTS;

type Identity = Pick<UserRow, (typeof PARTS)[IdentityPart][number]>;

/** Returns the parts of an identity that a change has changed. */
export const changedParts = (before: Identity, after: Identity): IdentityPart[] =>
  (Object.keys(PARTS) as IdentityPart[]).filter((part) =>
    PARTS[part].some((column) => before[column] !== after[column]),
  );

/**
 * Records each changed part in the log of its owner: which part and by whom, without the values. What staff change is
 * recorded by `StaffLog`.
 * @param by the account; null for someone who is not signed in, or a provider, whose id follows
 */
export const auditIdentity = (
  trx: Trx,
  before: Identity,
  after: UserRow,
  { actor, provider }: { actor: string | null; provider?: string },
): Promise<void> =>
  audit(
    trx,
    ...changedParts(before, after).map((object) => ({
      action: 'IDENTITY_CHANGED' as const,
      actor,
      subject: after.id,
      object,
      objectId: provider,
    })),
  );

/**
 * Returns whether only the hospital changes a person's name: of patients whom the desk created (they have no demo), and
 * of staff whom an identity provider vouches for.
 */
export async function isNamedByStaff(db: Db, row: UserRow): Promise<boolean> {
  if (isStaff(row)) return (await issuerOf(db, row.id)) !== undefined;
  return row.role_type === PATIENT && row.has_demo === 0;
}
