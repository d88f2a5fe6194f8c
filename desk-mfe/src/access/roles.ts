import type { DeskPatientDetails, StaffRole } from 'mock-api/contract';
import { signedInUser, useStore } from 'shared-ui';

/** Staff of a server without roles have all of them. */
const EVERY_ROLE: readonly StaffRole[] = ['nurse', 'clerk', 'operator', 'privacy'];

/** Returns whether the signed-in person has one of some roles. The server decides; screens only leave out the rest. */
export function useRoles(): (...wanted: readonly StaffRole[]) => boolean {
  const roles = useStore((state) => signedInUser(state)?.desk?.roles ?? EVERY_ROLE);
  return (...wanted) => wanted.some((role) => roles.includes(role));
}

/** Returns whether this person is a nurse of some wards only. */
export const useIsOfWards = (): boolean =>
  useStore((state) => {
    const desk = signedInUser(state)?.desk;
    return desk !== undefined && desk.wards !== null && desk.roles.includes('nurse');
  });

/** What of a patient's page is for the signed-in person: the care, and how to reach the patient and their account. */
export function usePatientAccess({ careWithheld }: DeskPatientDetails): { hasCare: boolean; hasAccount: boolean } {
  const has = useRoles();
  const hasCare = careWithheld === undefined;
  return { hasCare, hasAccount: hasCare || has('clerk') };
}
