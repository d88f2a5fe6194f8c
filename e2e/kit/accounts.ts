import { ACCOUNTS as DEMO, PASSWORD } from '../support/hospital/api.ts';

/** An account that can sign in. */
export interface Account {
  email: string;
  password: string;
  /** Code on a patient's wristband, and the number that the PIN is texted to. */
  wristband?: string;
  phone?: string;
}

/** The accounts of `lodestar-shell`. The supporter follows the patient, and staff need an emailed code besides. */
export const ACCOUNTS = {
  patient: {
    email: DEMO.patient.email,
    password: PASSWORD,
    wristband: DEMO.patient.wristband,
    phone: DEMO.patient.phone,
  },
  supporter: { email: 'supporter@example.org', password: PASSWORD },
  staff: { email: DEMO.staff.email, password: PASSWORD },
} as const satisfies Record<string, Account>;
