import type { CareEvent, Profile, Supporter } from 'mock-api/contract';

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

/** The two profiles of the demo. */
export const jordan = profile(1, 'Jordan', 'Avery');
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
