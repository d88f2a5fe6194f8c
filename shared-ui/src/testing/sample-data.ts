import type { CareEvent, NarrowUser, Profile, Supporter, User } from 'mock-api/contract';
import type { Brand } from '../contract/runtime.ts';

/** The demo's first account, as returned to a full session. */
export const patient: User = {
  scope: 'full',
  id: 'user-1',
  firstName: 'Jordan',
  lastName: 'Avery',
  userName: 'patient@example.org',
  email: 'patient@example.org',
  contactEmail: null,
  phoneNumber: '+1 416 555 0101',
  maskedPhone: '•••• ••• 0101',
  phone: null,
  mobilePhone: null,
  address: null,
  address2: null,
  city: null,
  suite: null,
  province: null,
  country: null,
  postalCode: null,
  organization: null,
  roleType: 'patient',
  profileId: 1,
  isChampion: false,
  tester: false,
  championedBy: null,
  trackingNumber: null,
  name: 'Jordan Avery',
  content: null,
  statusId: 1,
  hospitalStatusId: 1,
  emailValidated: true,
  nda: true,
  termsConditions: true,
  textNews: false,
  preferredName: null,
  nameByStaff: false,
  toAgree: [],
  scanCount: 0,
  scannedAt: null,
  lastLoginAt: null,
  pinEnteredAt: null,
  confirmedAt: null,
  demoCompletedAt: null,
  disabledAt: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  deletedAt: null,
};

/** The same account before the PIN. */
export const narrowUser: NarrowUser = { scope: 'narrow', firstName: 'Jordan', maskedPhone: '•••• 0101', statusId: 1 };

/** A brand with invented contacts. */
export const brand: Brand = {
  name: 'Lodestar',
  meaning: { en: 'a star that shows the way', fr: 'une étoile qui montre le chemin' },
  logo: 'M12 2L14 10L22 12L14 14L12 22L10 14L2 12L10 10z',
  colours: { background: '#f7f4ee', theme: '#083f45', star: '#f5c95c' },
  supportEmail: 'support@example.org',
  supportPhones: [
    { number: '+1 416 555 0190', extension: '123' },
    { number: '+1 800 555 0190', extension: '123' },
  ],
  hospital: 'Northside General Hospital',
  locales: ['en', 'fr'],
};

/** Returns a general event of profile 1; override the fields that matter to the test. */
export function careEvent(fields: Partial<CareEvent> & Pick<CareEvent, 'id'>): CareEvent {
  const createdAt = fields.createdAt ?? '2026-11-20T09:41:00.000Z';
  return {
    type: 0,
    status: 'NOT_VIEWED',
    name: `Event ${fields.id}`,
    content: '',
    content2: null,
    linkId: null,
    profileId: 1,
    previousStay: false,
    viewed: false,
    isRead: false,
    isDismissed: false,
    updatedAt: createdAt,
    deletedAt: null,
    ...fields,
    createdAt,
  };
}

const profile = (id: number, firstName: string, lastName: string): Profile => ({
  id,
  title: `${firstName} ${lastName}`,
  message: '',
  data: { firstName, lastName, organization: 'Northside General Hospital', previousStay: null },
});

/** The first profile of the demo. */
export const jordan = profile(1, 'Jordan', 'Avery');
/** The second profile of the demo. */
export const maya = profile(2, 'Maya', 'Chen');

/** Returns a supporter of profile 1 with every permission. */
export function supporter(fields: Partial<Supporter> & Pick<Supporter, 'id'>): Supporter {
  return {
    profileId: 1,
    name: `Supporter ${fields.id}`,
    content: '',
    status: 'ACCEPTED',
    permissions: {
      statusUpdates: true,
      medicalRecords: true,
      diagnosticResults: true,
      carePlans: true,
      feedback: true,
    },
    ...fields,
  };
}
