/** The demo's accounts (docs/product-rules.md#demo-data). All people and numbers are fictitious. */

import { HOSPITAL_STATUS, USER_STATUS_EXPIRED } from '../contract.ts';
import { grantColumns, STAFF_ROLES } from '../repositories/accounts/staff-roles.ts';
import { type NewUser, STAFF } from '../repositories/accounts/users.ts';
import { stableId } from '../security/secrets.ts';
import { roomInWard, WARDS } from './places.ts';

export const DEMO_PASSWORD = 'Demo-pass1';

type Account = Partial<NewUser> & Pick<NewUser, 'id' | 'email' | 'first_name' | 'last_name'>;

function account(email: string, firstName: string, lastName: string, values: Partial<NewUser>): Account {
  return {
    id: stableId('account', email),
    email,
    first_name: firstName,
    last_name: lastName,
    email_validated: 1,
    nda: 1,
    terms_conditions: 1,
    ...values,
  };
}

/** Returns a number from the range reserved for fiction, as if its owner had entered a code. */
function phone(lastFour: string): Pick<NewUser, 'phone_number' | 'phone' | 'proven_digits'> {
  return {
    phone_number: `+1 416 555 ${lastFour}`,
    proven_digits: `1416555${lastFour}`,
    phone: JSON.stringify({ country: 'CA', digits: `416555${lastFour}` }),
  };
}

export const ACCOUNTS: readonly Account[] = [
  account('patient@example.org', 'Jordan', 'Avery', {
    ...phone('0101'),
    wristband_code: 'ER10000001',
    date_of_birth: '1958-03-14',
    room: roomInWard(12),
    ward: WARDS[0],
    is_tester: 1,
    needs_interpreter: 0,
  }),
  account('second@example.org', 'Robin', 'Tremblay', {
    ...phone('0102'),
    wristband_code: 'ER10000002',
    date_of_birth: '1991-07-02',
    room: roomInWard(15),
    ward: WARDS[0],
  }),
  account('professional@example.org', 'Alex', 'Moreau', { ...phone('0103'), role_type: 'professional', is_tester: 1 }),
  account('staff@example.org', 'Dana', 'Whitfield', {
    ...phone('0107'),
    role_type: STAFF,
    is_tester: 1,
    ...grantColumns({ roles: STAFF_ROLES, wards: null }),
  }),
  account('unvalidated@example.org', 'Casey', 'Singh', {
    ...phone('0104'),
    email_validated: 0,
    date_of_birth: '1976-11-23',
    room: roomInWard(21),
    ward: WARDS[1],
  }),
  account('review@example.com', 'Morgan', 'Leclerc', {
    ...phone('0105'),
    hospital_status_id: HOSPITAL_STATUS.UNDER_REVIEW,
    date_of_birth: '1984-01-30',
  }),
  account('expired@example.org', 'Taylor', 'Okafor', {
    ...phone('0106'),
    wristband_code: 'ER10000006',
    date_of_birth: '1969-09-08',
    room: roomInWard(18),
    ward: WARDS[0],
    status_id: USER_STATUS_EXPIRED,
  }),
];
