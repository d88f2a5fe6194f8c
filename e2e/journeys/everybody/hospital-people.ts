import type { Hospital, Patient } from '../../operation/hospital.ts';

/** Who looks at the screens of a hospital's installation, with the tokens of their sessions. */
export interface People {
  /** With records, events, a request, supporters, and an account that waits for a yes. */
  patient: Patient;
  /** Whose record is being checked: the hospital's server now has another date of birth. */
  held: Patient;
  /** With nothing yet, and an email that the desk has entered. */
  newcomer: Patient;
  /** Sees the patient's stay. */
  supporter: string;
  /** Waits for the patient's yes. */
  waiting: string;
  /** Was removed by the patient. */
  removed: string;
  /** Number of the patient's profile in the supporter's account. */
  profileId: number;
  /** Token of the link with which the newcomer sets a first password. */
  firstPassword: string;
}

const NEWCOMER_EMAIL = 'avery.stone@mail.hilltop.example';

const EVENTS = [
  { type: 8, name: 'You are in room 412', content: 'Level 4, by the window' },
  { type: 11, name: 'Dr. Osei looks after you', content: 'She comes by in the morning' },
  { type: 7, name: 'Visiting hours', content: 'From 2 p.m. to 8 p.m.', content2: 'Two visitors at a time, please.' },
  { type: 9, name: 'How was your admission?', content: 'Tell us in two minutes', survey: 'admission' },
  { type: 2, name: 'Blood test', content: 'A nurse takes some blood' },
  { type: 0, name: 'Please drink', content: 'A glass of water every hour', status: 'URGENT' },
  { type: 10, name: 'How was your stay?', content: 'Tell us in two minutes' },
];

const STEP = {
  title: 'X-ray',
  content: 'A porter takes you there.',
  place: 'Level 2',
  delay: { minutes: 25, reason: 'An emergency came first.' },
};

/** Says yes, as the patient, to the account that waits. */
async function sayYes({ api }: Hospital, token: string): Promise<void> {
  const events = (await api.call('GET', 'events', { token })) as { id: string; wantsToFollow?: true }[];
  const id = events.find(({ wantsToFollow }) => wantsToFollow)?.id ?? '';
  await api.call('POST', `v1/events/${id}/accept`, { token });
}

/** Invites a person, who registers from the link with another number, so that the patient is asked. */
async function answerInvitation(hospital: Hospital, patient: Patient, name: string, number: number): Promise<string> {
  const invitation = await hospital.invite(patient, name, `+1 613 555 012${number}`);
  const email = `${name.toLowerCase()}@families.example`;
  await hospital.register({ firstName: name, lastName: 'Chen' }, email, `+1 613 555 013${number}`, invitation);
  return hospital.signIn(email);
}

export async function makePeople(hospital: Hospital): Promise<People> {
  const { api } = hospital;
  const jordan = { firstName: 'Jordan', lastName: 'Avery' };
  const patient = await hospital.admit(jordan, '+1 613 555 0111', { dateOfBirth: '1958-03-14', room: '412' });
  await hospital.connect(patient, 'jordan-avery');
  for (const event of EVENTS) await hospital.desk('POST', patient, 'events', event);
  await hospital.desk('PUT', patient, 'next', STEP);
  const request = { kind: 'question', text: 'May I eat before the X-ray?' };
  await api.call('POST', 'v1/profiles/1/requests', { token: patient.token, body: request });

  const robin = { firstName: 'Robin', lastName: 'Tremblay' };
  const held = await hospital.admit(robin, '+1 613 555 0112', { dateOfBirth: '1991-07-02', room: '413' });
  await hospital.connect(held, 'robin-tremblay');
  await hospital.connect(held, 'robin-tremblay', { birthDate: '1990-07-02' }, 'held');

  const avery = { firstName: 'Avery', lastName: 'Stone' };
  const newcomer = await hospital.admit(avery, '+1 613 555 0113', { email: NEWCOMER_EMAIL });
  await api.call('POST', 'v1/users/forgot-password', { body: { email: NEWCOMER_EMAIL } });
  const firstPassword = await hospital.mailbox.find(/reset-password\/([0-9a-f]{32})/);

  const supporter = await answerInvitation(hospital, patient, 'Kim', 1);
  await sayYes(hospital, patient.token);
  const removed = await answerInvitation(hospital, patient, 'Sam', 2);
  await sayYes(hospital, patient.token);
  const all = (await api.call('GET', 'v1/supporters', { token: patient.token })) as { id: string; name: string }[];
  await api.call('DELETE', `v1/supporters/${all.find(({ name }) => name === 'Sam')?.id}`, { token: patient.token });
  const waiting = await answerInvitation(hospital, patient, 'Lee', 3);
  await hospital.register({ firstName: 'Nadia', lastName: 'Roy' }, 'nadia@elsewhere.example', '+1 613 555 0134');
  const profiles = (await api.call('GET', 'v1/profiles', { token: supporter })) as { id: number }[];
  return { patient, held, newcomer, supporter, waiting, removed, firstPassword, profileId: profiles.at(-1)?.id ?? 0 };
}
