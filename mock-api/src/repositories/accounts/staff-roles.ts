/** Roles and wards of staff, as they are stored with their accounts. */
import type { Selectable } from 'kysely';
import type { StaffRole } from '../../contract.ts';
import type { UsersTable } from '../../db/schema.ts';

export const STAFF_ROLES: readonly StaffRole[] = ['nurse', 'clerk', 'operator', 'privacy'];

export const isStaffRoleName = (text: string): text is StaffRole => STAFF_ROLES.some((role) => role === text);

/** Roles of a member of staff, and the wards of a nurse; null: every ward. */
export interface StaffGrant {
  roles: readonly StaffRole[];
  wards: readonly string[] | null;
}

/** Columns that hold a grant. */
type StaffColumns = Pick<Selectable<UsersTable>, 'staff_roles' | 'staff_wards'>;

/** Whether someone has decided on this account's roles. Until then it has all of them, as before roles existed. */
export const hasAssignedRoles = ({ staff_roles: roles }: StaffColumns): boolean => roles !== null;

export function grantOf({ staff_roles: roles, staff_wards: wards }: StaffColumns): StaffGrant {
  if (roles === null) return { roles: STAFF_ROLES, wards: null };
  const known = (JSON.parse(roles) as string[]).filter(isStaffRoleName);
  return { roles: known, wards: wards === null ? null : (JSON.parse(wards) as string[]) };
}

/** Returns the columns that store a grant. */
export const grantColumns = ({ roles, wards }: StaffGrant): StaffColumns => ({
  staff_roles: JSON.stringify(STAFF_ROLES.filter((role) => roles.includes(role))),
  staff_wards: wards === null ? null : JSON.stringify([...new Set(wards)].sort()),
});

/**
 * Returns the wards that these roles open to a person. Null: every ward; undefined: the person has none of the roles.
 * Only nurses are limited to wards.
 */
export function wardsOpenTo(
  { roles, wards }: StaffGrant,
  wanted: readonly StaffRole[],
): readonly string[] | null | undefined {
  const held = wanted.filter((role) => roles.includes(role));
  if (held.length === 0) return undefined;
  return held.some((role) => role !== 'nurse') ? null : wards;
}

/** Wards to which a list is limited; null: to none. An empty list finds nothing. */
export type WardLimit = readonly string[] | null;

/** Returns the wards for an SQL list, which can't be empty: no ward has an empty name. */
export const wardList = (wards: readonly string[]): readonly string[] => (wards.length === 0 ? [''] : wards);
