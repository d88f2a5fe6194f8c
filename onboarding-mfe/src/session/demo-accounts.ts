/** Accounts of the demo (docs/product-rules.md#demo-data). The code for staff arrives in the demo's outbox. */
export const DEMO_STAFF = { email: 'staff@example.org', password: 'Demo-pass1' };
export const DEMO_PATIENT = { email: 'patient@example.org', password: 'Demo-pass1' };
