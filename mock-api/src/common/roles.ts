/** Roles of users at the hospital. */

export const STAFF = 'staff';
/** Users who joined by a patient's invitation. */
export const SUPPORTER = 'supporter';
/** Users who registered or were created by the desk, unless an operator changed their role. */
export const PATIENT = 'patient';

export const isStaff = ({ role_type: role }: { role_type: string }): boolean => role === STAFF;
