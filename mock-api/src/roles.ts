/** Who a user is to the hospital. */

export const STAFF = 'staff';
/** Who came by a patient's invitation. */
export const SUPPORTER = 'supporter';
/** Everybody who has made an account or was made one by the desk, unless an operator says otherwise. */
export const PATIENT = 'patient';

export const isStaff = ({ role_type: role }: { role_type: string }): boolean => role === STAFF;
