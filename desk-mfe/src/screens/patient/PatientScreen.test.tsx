import { screen, waitFor, within } from '@testing-library/react';
import { careEvent, fakeApi, openPage, openRoutes, pretendVisible, setLocale } from 'shared-ui/testing';
import { openFile } from '../../components/save-file.ts';
import feature from '../../feature.tsx';
import { deskPatient, template } from '../../testing/desk.ts';

jest.mock('../../components/save-file.ts', () => ({ saveFile: jest.fn(), openFile: jest.fn() }));

pretendVisible();

const PATIENT = 'GET v1/desk/patients/lea';

beforeEach(() => {
  openPage();
  setLocale('en');
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

const open = async () => {
  const user = await openRoutes(feature.routes, '/desk/patients/lea');
  await screen.findByRole('heading', { level: 1, name: 'Léa Côté' });
  return user;
};
const section = (name: string) => within(screen.getByRole('region', { name }));

test('WristbandSection issues a first wristband without confirmation and shows its code', async () => {
  let patient = deskPatient({ wristbandCode: null });
  fakeApi({
    [PATIENT]: () => patient,
    'POST v1/desk/patients/lea/wristband': () => {
      patient = deskPatient({ wristbandCode: 'ER10000077' });
      return { code: 'ER10000077' };
    },
  });
  const user = await open();
  await user.click(section('Wristband').getByRole('button', { name: 'Issue a wristband' }));
  expect(await screen.findByText('Wristband ER10000077 is issued')).toBeVisible();
  expect(await section('Wristband').findByText('ER10000077')).toBeVisible();
});

test('WristbandSection asks for confirmation before it voids a wristband', async () => {
  const calls = fakeApi({ [PATIENT]: deskPatient(), 'POST v1/desk/patients/lea/wristband': { code: 'ER10000078' } });
  const user = await open();
  await user.click(section('Wristband').getByRole('button', { name: 'Void and issue a new one' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Void this wristband?' }));
  expect(calls.map(({ route }) => route)).not.toContain('POST v1/desk/patients/lea/wristband');
  await user.click(dialog.getByRole('button', { name: 'Void and issue a new one' }));
  expect(await screen.findByText('Wristband ER10000078 is issued')).toBeVisible();
});

test('WristbandSection opens the PDF of the wristband for printing', async () => {
  const pdf = new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
  fakeApi({ [PATIENT]: deskPatient(), 'GET v1/desk/patients/lea/wristband.pdf': pdf });
  const user = await open();
  await user.click(section('Wristband').getByRole('button', { name: 'Print (PDF)' }));
  await waitFor(() => expect(openFile).toHaveBeenCalledWith(expect.objectContaining({ type: 'application/pdf' })));
});

test('NextSection requires a reason for a delay and sends both', async () => {
  const calls = fakeApi({ [PATIENT]: deskPatient(), 'PUT v1/desk/patients/lea/next': {} });
  const user = await open();
  const next = section('What happens next');
  await user.type(next.getByLabelText('What happens'), 'X-ray');
  await user.type(next.getByLabelText('In a sentence'), 'A porter takes you there.');
  await user.type(next.getByLabelText('Delay in minutes'), '20');
  await user.click(next.getByRole('button', { name: 'Tell the patient' }));
  expect((await next.findAllByText('Say why the patient waits'))[0]).toBeVisible();
  await user.type(next.getByLabelText('Reason for the delay'), 'An emergency came first');
  await user.click(next.getByRole('button', { name: 'Tell the patient' }));
  expect(await screen.findByText('The patient now sees what happens next')).toBeVisible();
  expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({
    title: 'X-ray',
    content: 'A porter takes you there.',
    delay: { minutes: 20, reason: 'An emergency came first' },
  });
});

test('NextSection keeps what the current step opens when the step is changed', async () => {
  const about = { type: 'event' as const, id: 'scan' };
  const next = {
    id: 'n',
    profileId: 1,
    title: 'Brain scan',
    content: 'Soon.',
    kind: 'next-step' as const,
    icon: null,
    about,
    createdAt: '2026-11-20T09:41:00.000Z',
  };
  const events = [careEvent({ id: 'scan', name: 'Brain scan now', status: 'URGENT' })];
  const calls = fakeApi({ [PATIENT]: deskPatient({ next, events }), 'PUT v1/desk/patients/lea/next': {} });
  const user = await open();
  const form = section('What happens next');
  expect(form.getByLabelText('Opens')).toHaveDisplayValue('Brain scan now');
  await user.type(form.getByLabelText('Place'), 'Level 1');
  await user.click(form.getByRole('button', { name: 'Tell the patient' }));
  await screen.findByText('The patient now sees what happens next');
  expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toMatchObject({ place: 'Level 1', about });
});

test('an event can end an urgent one', async () => {
  const events = [careEvent({ id: 'scan', name: 'Brain scan now', status: 'URGENT' }), careEvent({ id: 'other' })];
  const calls = fakeApi({ [PATIENT]: deskPatient({ events }), 'POST v1/desk/patients/lea/events': events[1] });
  const user = await open();
  const form = section('Send an event');
  await user.type(form.getByLabelText('Title'), 'Brain scan done');
  await user.type(form.getByLabelText('Short line'), 'A doctor is looking at it.');
  await user.selectOptions(form.getByLabelText('Ends the urgent event'), 'Brain scan now');
  await user.click(form.getByRole('button', { name: 'Send event' }));
  await screen.findByText('The event is on the patient’s timeline');
  expect(calls.find(({ route }) => route.endsWith('/events'))?.body).toMatchObject({ ends: ['scan'] });
});

test('NextSection starts with the current step, which can be removed', async () => {
  const next = {
    id: 'n',
    profileId: 1,
    title: 'Ultrasound',
    content: 'At noon.',
    kind: 'next-step' as const,
    icon: 'map-pin',
    place: 'Room 4',
    createdAt: '2026-11-20T09:41:00.000Z',
  };
  let patient = deskPatient({ next });
  fakeApi({
    [PATIENT]: () => patient,
    'DELETE v1/desk/patients/lea/next': () => {
      patient = deskPatient();
    },
  });
  const user = await open();
  expect(section('What happens next').getByLabelText('Place')).toHaveValue('Room 4');
  await user.click(section('What happens next').getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The next step has been removed')).toBeVisible();
  await waitFor(() => expect(section('What happens next').getByLabelText('Place')).toHaveValue(''));
});

test('the sent event appears on the timeline and the form is cleared', async () => {
  let patient = deskPatient();
  const calls = fakeApi({
    [PATIENT]: () => patient,
    'POST v1/desk/patients/lea/events': () => {
      const event = careEvent({ id: 'e', name: 'Bring your insurance card' });
      patient = deskPatient({ events: [event] });
      return event;
    },
  });
  const user = await open();
  const form = section('Send an event');
  await user.selectOptions(form.getByLabelText('Kind'), 'Message');
  await user.type(form.getByLabelText('Title'), 'Bring your insurance card');
  await user.type(form.getByLabelText('Short line'), 'At the front desk');
  await user.click(form.getByLabelText('Urgent'));
  await user.click(form.getByRole('button', { name: 'Send event' }));
  expect(await screen.findByText('The event is on the patient’s timeline')).toBeVisible();
  expect(calls.find(({ route }) => route.endsWith('/events'))?.body).toEqual({
    type: 7,
    name: 'Bring your insurance card',
    content: 'At the front desk',
    status: 'URGENT',
  });
  expect(form.getByLabelText('Title')).toHaveValue('');
  expect(await section('Newest events').findByText('Bring your insurance card')).toBeVisible();
});

test('EventSection links the selected result to a result event and nothing to an event of another type', async () => {
  const records = [
    { type: 'result', id: 'blood', title: 'Blood test' },
    { type: 'care-plan', id: 'plan', title: 'Rest' },
  ];
  const calls = fakeApi({
    [PATIENT]: deskPatient({ records }),
    'POST v1/desk/patients/lea/events': careEvent({ id: 'e' }),
  });
  const user = await open();
  const form = section('Send an event');
  const send = async () => {
    await user.type(form.getByLabelText('Title'), 'Your blood test');
    await user.type(form.getByLabelText('Short line'), 'It is ready');
    await user.click(form.getByRole('button', { name: 'Send event' }));
    await waitFor(() => expect(form.getByLabelText('Title')).toHaveValue(''));
  };
  expect(form.queryByLabelText('Opens')).toBeNull();
  await user.selectOptions(form.getByLabelText('Kind'), 'Test');
  await user.selectOptions(form.getByLabelText('Opens'), 'Blood test');
  expect(form.queryByRole('option', { name: 'Rest' })).toBeNull();
  await send();
  await user.selectOptions(form.getByLabelText('Kind'), 'Test');
  await user.selectOptions(form.getByLabelText('Opens'), 'Blood test');
  await user.selectOptions(form.getByLabelText('Kind'), 'Care plan');
  await send();
  const sent = calls.filter(({ route }) => route.endsWith('/events')).map(({ body }) => body as { linkId?: string });
  expect(sent.map(({ linkId }) => linkId)).toEqual(['blood', undefined]);
});

test('EventSection keeps its values when sending fails', async () => {
  fakeApi({ [PATIENT]: deskPatient() });
  const user = await open();
  const form = section('Send an event');
  await user.type(form.getByLabelText('Title'), 'X-ray');
  await user.type(form.getByLabelText('Short line'), 'Today');
  await user.click(form.getByRole('button', { name: 'Send event' }));
  expect(await form.findByRole('alert')).toHaveTextContent('This could not be done just now.');
  expect(form.getByLabelText('Title')).toHaveValue('X-ray');
});

test('AccessSection unlocks immediately and asks for confirmation before ending sessions or the trial', async () => {
  const calls = fakeApi({
    [PATIENT]: deskPatient({ isLocked: true, sessions: 2 }),
    'POST v1/desk/patients/lea/unlock': undefined,
    'DELETE v1/desk/patients/lea/sessions': undefined,
    'POST v1/desk/patients/lea/expire': undefined,
  });
  const user = await open();
  const access = section('Access');
  expect(access.getByText('on 2 devices')).toBeVisible();
  await user.click(access.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('The patient can try again')).toBeVisible();
  for (const [press, done] of [
    ['End all sessions', 'All sessions have ended'],
    ['End the trial', 'The trial has ended'],
  ] as const) {
    await user.click(access.getByRole('button', { name: press }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: press }));
    expect(await screen.findByText(done)).toBeVisible();
  }
  const acts = calls.map(({ route }) => route).filter((route) => !route.startsWith('GET'));
  expect(acts).toEqual([
    'POST v1/desk/patients/lea/unlock',
    'DELETE v1/desk/patients/lea/sessions',
    'POST v1/desk/patients/lea/expire',
  ]);
});

test('PatientScreen shows an error when the patient can’t be fetched, and “Try again” loads them', async () => {
  fakeApi({});
  const user = await openRoutes(feature.routes, '/desk/patients/lea');
  expect(await screen.findByRole('alert')).toHaveTextContent('This patient can’t be shown just now');
  fakeApi({ [PATIENT]: deskPatient() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Léa Côté' })).toBeVisible();
});

test('PatientScreen names date of birth and room under the name and in every dialog', async () => {
  fakeApi({ [PATIENT]: deskPatient({ sessions: 1 }) });
  const user = await open();
  const identity = /Born Mar.* 14, 1958 · Room 412/;
  expect(screen.getByText(identity, { selector: 'h1 + p' })).toBeVisible();
  for (const press of [
    'Void and issue a new one',
    'End all sessions',
    'End the trial',
    'Change date of birth or room',
  ]) {
    await user.click(screen.getByRole('button', { name: press }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Léa Côté').closest('p')).toHaveTextContent(identity);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('AboutSection changes the room, and removes it when the field is emptied', async () => {
  let patient = deskPatient();
  const calls = fakeApi({
    [PATIENT]: () => patient,
    'PUT v1/desk/patients/lea/identifiers': () => {
      patient = deskPatient({ room: null });
      return patient;
    },
  });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Change date of birth or room' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Date of birth')).toHaveValue('1958-03-14');
  await user.clear(dialog.getByLabelText('Room'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Date of birth and room are saved')).toBeVisible();
  expect(calls.find(({ route }) => route.startsWith('PUT'))?.body).toEqual({ dateOfBirth: '1958-03-14', room: null });
  await waitFor(() => expect(screen.queryByText(/Room 412/)).toBeNull());
});

test('WristbandDialog shows the QR code with name, identifiers and the number to type', async () => {
  fakeApi({
    [PATIENT]: deskPatient(),
    'GET v1/desk/patients/lea/wristband': { code: 'ER10000042', name: 'Côté, Léa', size: 21, path: 'M0 0h7v1h-7z' },
  });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Show QR code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Wristband code' }));
  const picture = await dialog.findByRole('img', { name: 'QR code of wristband ER10000042' });
  expect(picture).toHaveAttribute('viewBox', '-4 -4 29 29');
  for (const text of ['Léa Côté', /Born Mar.* 14, 1958 · Room 412/, 'ER10000042']) {
    expect(dialog.getByText(text)).toBeVisible();
  }
});

test('EventSection inserts a template into title and line, and asks before it replaces either', async () => {
  const lunch = template({
    id: 'l',
    kind: 'event',
    title: { en: 'Lunch', fr: 'Dîner' },
    text: { en: 'At noon', fr: 'À midi' },
  });
  fakeApi({
    [PATIENT]: deskPatient({ language: 'en' }),
    'GET v1/desk/templates': { templates: [lunch], mayEdit: true },
  });
  const user = await open();
  const form = section('Send an event');
  await user.type(form.getByLabelText('Title'), 'X-ray');
  await user.selectOptions(await form.findByLabelText('Template'), 'Lunch');
  await user.click(form.getByRole('button', { name: 'Insert' }));
  expect(form.getByLabelText('Title')).toHaveValue('X-ray');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace' }));
  expect(form.getByLabelText('Title')).toHaveValue('Lunch');
  expect(form.getByLabelText('Short line')).toHaveValue('At noon');
  expect(form.getByRole('link', { name: 'Edit templates' })).toHaveAttribute('href', '/desk/templates');
});

test('AccessSection erases an account only with the patient’s name, then returns to the list', async () => {
  let tries = 0;
  const refusal = { code: 'VALIDATION', message: 'Please check.', fields: { name: 'This isn’t the patient’s name.' } };
  const calls = fakeApi({
    [PATIENT]: deskPatient(),
    'POST v1/desk/patients/lea/erasure': () => {
      tries += 1;
      return tries === 1 ? { status: 400, body: { error: refusal } } : undefined;
    },
    'GET v1/desk/patients': [],
  });
  const user = await open();
  await user.click(section('Access').getByRole('button', { name: 'Erase the account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase this patient’s account?' }));
  expect(dialog.getByText('Léa Côté')).toBeVisible();
  const press = () => user.click(dialog.getByRole('button', { name: 'Erase the account' }));
  await press();
  expect((await dialog.findAllByText('Type the patient’s name'))[0]).toBeVisible();
  expect(calls.filter(({ route }) => route.endsWith('/erasure'))).toEqual([]);
  await user.type(dialog.getByLabelText('Patient’s first and last name'), 'Léa Roy');
  await press();
  expect(await dialog.findByText('This isn’t the patient’s name.')).toBeVisible();
  await user.clear(dialog.getByLabelText('Patient’s first and last name'));
  await user.type(dialog.getByLabelText('Patient’s first and last name'), 'Léa Côté');
  await press();
  expect(await screen.findByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  expect(calls.filter(({ route }) => route.endsWith('/erasure')).map(({ body }) => body)).toEqual([
    { name: 'Léa Roy' },
    { name: 'Léa Côté' },
  ]);
});
