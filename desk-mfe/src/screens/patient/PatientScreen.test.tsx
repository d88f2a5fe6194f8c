import { screen, waitFor, within } from '@testing-library/react';
import type { DeskSupporter } from 'mock-api/contract';
import { EVENT_TYPE, runtimeConfig } from 'shared-ui';
import { careEvent, fakeApi, setRuntimeConfig } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { openFile } from '../../components/save-file.ts';
import { deskPatient, template } from '../../testing/desk.ts';
import { openDesk, openPatient, PATIENT, setUpDesk } from '../../testing/screens.ts';

jest.mock('../../components/save-file.ts', () => ({ saveFile: jest.fn(), openFile: jest.fn() }));

setUpDesk();

const WRISTBAND = 'v1/desk/patients/lea/wristband';
const NEXT = 'v1/desk/patients/lea/next';
const EVENTS = 'POST v1/desk/patients/lea/events';
const IDENTITY = /Born Mar.* 14, 1958 · Room 412/;

const section = (name: string) => within(screen.getByRole('region', { name }));
const dialogOf = async (name?: string) => within(await screen.findByRole('dialog', name ? { name } : {}));
const bodyOf = (calls: ReturnType<typeof fakeApi>, begin: string) =>
  calls.find(({ route }) => route.startsWith(begin))?.body;

test('WristbandSection issues a first wristband, and asks for confirmation before it voids one', async () => {
  let patient = deskPatient({ wristbandCode: null });
  const codes = ['ER10000077', 'ER10000078'];
  const calls = fakeApi({
    [PATIENT]: () => patient,
    [`POST ${WRISTBAND}`]: () => {
      const [code = ''] = codes.splice(0, 1);
      patient = deskPatient({ wristbandCode: code });
      return { code };
    },
  });
  const user = await openPatient();
  await user.click(section('Wristband').getByRole('button', { name: 'Issue a wristband' }));
  expect(await screen.findByText('Wristband ER10000077 issued for Léa Côté, room 412')).toBeVisible();
  expect(await section('Wristband').findByText('ER10000077')).toBeVisible();
  await user.click(section('Wristband').getByRole('button', { name: 'Void and issue a new one' }));
  const dialog = await dialogOf('Void this wristband?');
  expect(calls.filter(({ route }) => route.startsWith('POST'))).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Void and issue a new one' }));
  expect(await screen.findByText('Wristband ER10000078 issued for Léa Côté, room 412')).toBeVisible();
});

test('WristbandSection prints a PDF, and shows the QR code with name, identifiers and the number to type', async () => {
  fakeApi({
    [PATIENT]: deskPatient(),
    [`GET ${WRISTBAND}.pdf`]: new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    [`GET ${WRISTBAND}`]: { code: 'ER10000042', name: 'Côté, Léa', size: 21, path: 'M0 0h7v1h-7z' },
  });
  const user = await openPatient();
  await user.click(section('Wristband').getByRole('button', { name: 'Print (PDF)' }));
  await waitFor(() => expect(openFile).toHaveBeenCalledWith(expect.objectContaining({ type: 'application/pdf' })));
  await user.click(screen.getByRole('button', { name: 'Show QR code' }));
  const dialog = await dialogOf('Wristband code');
  const picture = await dialog.findByRole('img', { name: 'QR code of wristband ER10000042' });
  expect(picture).toHaveAttribute('viewBox', '-4 -4 29 29');
  for (const text of ['Léa Côté', IDENTITY, 'ER10000042']) expect(dialog.getByText(text)).toBeVisible();
});

test('NextSection requires a reason for a delay, keeps what the step opens when it is changed, and removes it', async () => {
  const place = 'Room 4';
  const about = { type: 'event' as const, id: 'scan' };
  const step = { id: 'n', profileId: 1, title: 'Brain scan', content: 'Soon.', kind: 'next-step' as const, icon: null };
  // The machine and the hospital are in different zones.
  setRuntimeConfig({ ...runtimeConfig(), timeZone: 'America/St_Johns' });
  const at = '2026-11-25T19:14:00.000Z';
  const next = { ...step, about, place, at, createdAt: '2026-11-20T09:41:00.000Z' };
  const events = [careEvent({ id: 'scan', name: 'Brain scan now', status: 'URGENT' })];
  let patient = deskPatient({ next, events });
  const calls = fakeApi({
    [PATIENT]: () => patient,
    [`PUT ${NEXT}`]: {},
    [`DELETE ${NEXT}`]: () => {
      patient = deskPatient();
    },
  });
  const user = await openPatient();
  const form = section('What happens next');
  const send = () => user.click(form.getByRole('button', { name: 'Tell the patient' }));
  expect(form.getByLabelText('Place')).toHaveValue(place);
  expect(form.getByLabelText('When')).toHaveValue('2026-11-25T15:44');
  expect(form.getByLabelText('Opens')).toHaveDisplayValue('Brain scan now');
  expect(form.getByLabelText('Reason for the delay')).not.toBeRequired();
  await user.type(form.getByLabelText('Delay in minutes'), '20');
  expect(form.getByLabelText('Reason for the delay')).toBeRequired();
  await send();
  expect((await form.findAllByText('Say why the patient waits'))[0]).toBeVisible();
  await user.type(form.getByLabelText('Reason for the delay'), 'An emergency came first');
  await send();
  expect(await screen.findByText('Léa Côté, room 412 now sees what happens next')).toBeVisible();
  const delay = { minutes: 20, reason: 'An emergency came first' };
  expect(bodyOf(calls, 'PUT')).toEqual({ title: 'Brain scan', content: 'Soon.', place, at, about, delay });
  await user.click(section('What happens next').getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Next step removed for Léa Côté, room 412')).toBeVisible();
  await waitFor(() => expect(section('What happens next').getByLabelText('Place')).toHaveValue(''));
});

test('staff say at one tap that a patient is back, and read who waits for it', async () => {
  const BACK = 'POST v1/desk/patients/lea/back';
  let patient = deskPatient({ waitingForReturn: ['Sam', 'Ida'] });
  const calls = fakeApi({
    [PATIENT]: () => patient,
    [BACK]: () => {
      patient = deskPatient();
    },
  });
  const user = await openPatient();
  const next = section('What happens next');
  expect(next.getByText('Sam and Ida want to know when Léa is back.')).toBeVisible();
  await user.click(next.getByRole('button', { name: 'Léa is back' }));
  expect(await screen.findByText('Léa Côté, room 412 is back. Those who wait are told.')).toBeVisible();
  await waitFor(() => expect(next.queryByRole('button', { name: 'Léa is back' })).toBeNull());
  expect(calls.filter(({ route }) => route === BACK)).toHaveLength(1);
});

test('a word marks the label of each required field, and of no other', async () => {
  fakeApi({ [PATIENT]: deskPatient() });
  await openPatient();
  const labels = [...document.querySelectorAll('label')];
  const isRequired = ({ control }: HTMLLabelElement) => control?.ariaRequired === 'true';
  const namesOf = (list: HTMLLabelElement[]) => list.map(({ textContent }) => textContent);
  const marked = labels.filter((label) => label.querySelector('[data-mark="required"]'));
  expect(namesOf(marked)).toEqual(['What happens', 'In a sentence', 'Title', 'Short line']);
  expect(namesOf(labels.filter(isRequired))).toEqual(namesOf(marked));
  expect(await axeViolations()).toEqual([]);
});

test('the sent event appears on the timeline and the form is cleared', async () => {
  const urgent = careEvent({ id: 'scan', name: 'Brain scan now', status: 'URGENT' });
  const event = careEvent({ id: 'e', name: 'Bring your insurance card' });
  const taken = careEvent({ id: 'taken', type: EVENT_TYPE.RESULT_COMPLETE, name: 'Blood taken' });
  fakeApi({ [PATIENT]: deskPatient({ events: [urgent, taken, careEvent({ id: 'other', name: 'Other' })] }) });
  const user = await openPatient();
  const form = section('Send an event');
  const ending = within(form.getByLabelText('Ends the event')).getAllByRole('option');
  expect(ending.map(({ textContent }) => textContent)).toEqual(['None', 'Brain scan now', 'Blood taken']);
  await user.selectOptions(form.getByLabelText('Kind'), 'Message');
  await user.type(form.getByLabelText('Title'), 'Bring your insurance card');
  await user.type(form.getByLabelText('Short line'), 'At the front desk');
  await user.click(form.getByLabelText('Urgent'));
  await user.selectOptions(form.getByLabelText('Ends the event'), 'Brain scan now');
  await user.click(form.getByRole('button', { name: 'Send event' }));
  expect(await form.findByRole('alert')).toHaveTextContent('This could not be done just now.');
  expect(form.getByLabelText('Title')).toHaveValue('Bring your insurance card');
  const calls = fakeApi({ [PATIENT]: deskPatient({ events: [event] }), [EVENTS]: event });
  await user.click(form.getByRole('button', { name: 'Send event' }));
  expect(await screen.findByText('Sent to Léa Côté, room 412')).toBeVisible();
  const sent = { type: 7, name: 'Bring your insurance card', content: 'At the front desk', status: 'URGENT' };
  expect(bodyOf(calls, EVENTS)).toEqual({ ...sent, ends: ['scan'] });
  expect(form.getByLabelText('Title')).toHaveValue('');
  expect(await section('Newest events').findByText('Bring your insurance card')).toBeVisible();
});

test('EventSection links the selected result to a result event and nothing to an event of another type', async () => {
  const records = [
    { type: 'result', id: 'blood', title: 'Blood test' },
    { type: 'care-plan', id: 'plan', title: 'Rest' },
  ];
  const calls = fakeApi({ [PATIENT]: deskPatient({ records }), [EVENTS]: careEvent({ id: 'e' }) });
  const user = await openPatient();
  const form = section('Send an event');
  const send = async () => {
    await user.type(form.getByLabelText('Title'), 'Your blood test');
    await user.type(form.getByLabelText('Short line'), 'It is ready');
    await user.click(form.getByRole('button', { name: 'Send event' }));
    await waitFor(() => expect(form.getByLabelText('Title')).toHaveValue(''));
  };
  expect(form.queryByLabelText('Opens')).toBeNull();
  await user.selectOptions(form.getByLabelText('Kind'), 'Result');
  await user.selectOptions(form.getByLabelText('Opens'), 'Blood test');
  expect(form.queryByRole('option', { name: 'Rest' })).toBeNull();
  await send();
  await user.selectOptions(form.getByLabelText('Kind'), 'Result');
  await user.selectOptions(form.getByLabelText('Opens'), 'Blood test');
  await user.selectOptions(form.getByLabelText('Kind'), 'Care plan');
  await send();
  const sent = calls.filter(({ route }) => route === EVENTS).map(({ body }) => body as { linkId?: string });
  expect(sent.map(({ linkId }) => linkId)).toEqual(['blood', undefined]);
});

test('EventSection offers the care team for a physician event, by name, role and initials, or someone else', async () => {
  const careTeam = [
    { name: 'Dr. Amara Osei', role: 'Emergency physician' },
    { name: 'Kim Roy', role: null },
  ];
  const calls = fakeApi({ [PATIENT]: deskPatient({ careTeam }), [EVENTS]: careEvent({ id: 'e' }) });
  const user = await openPatient();
  const form = section('Send an event');
  const send = () => user.click(form.getByRole('button', { name: 'Send event' }));
  await user.selectOptions(form.getByLabelText('Kind'), 'Physician');
  expect(form.queryByLabelText('Title')).toBeNull();
  expect(form.getByRole('radiogroup')).toBeRequired();
  expect(await axeViolations()).toEqual([]);
  await send();
  expect((await form.findAllByText('Choose who it is'))[0]).toBeVisible();
  await user.click(form.getByRole('radio', { name: 'Dr. Amara Osei, Emergency physician' }));
  expect(form.getByText('AO')).toHaveAttribute('aria-hidden', 'true');
  await user.type(form.getByLabelText('Short line'), 'She comes at noon');
  await send();
  expect(await screen.findByText('Sent to Léa Côté, room 412')).toBeVisible();
  expect(bodyOf(calls, EVENTS)).toEqual({ type: 11, name: 'Dr. Amara Osei', content: 'She comes at noon' });
  await user.selectOptions(form.getByLabelText('Kind'), 'Physician');
  await user.click(form.getByRole('radio', { name: 'Someone else' }));
  await user.type(form.getByLabelText('Title'), 'Dr. Noor');
  expect(form.getByRole('radio', { name: 'Someone else' })).toBeChecked();
});

test('EventSection inserts a template into title and line, and asks before it replaces either', async () => {
  const title = { en: 'Lunch', fr: 'Dîner' };
  const lunch = template({ id: 'l', kind: 'event', title, text: { en: 'At noon', fr: 'À midi' } });
  const calls = fakeApi({
    [PATIENT]: deskPatient({ language: 'en' }),
    'GET v1/desk/templates': { templates: [lunch], mayEdit: true },
    [EVENTS]: {},
  });
  const user = await openPatient();
  const form = section('Send an event');
  await user.type(form.getByLabelText('Title'), 'X-ray');
  await user.selectOptions(await form.findByLabelText('Template'), 'Lunch');
  await user.click(form.getByRole('button', { name: 'Insert' }));
  expect(form.getByLabelText('Title')).toHaveValue('X-ray');
  const dialog = await dialogOf();
  expect(dialog.getByText('Léa Côté').closest('p')).toHaveTextContent(IDENTITY);
  await user.click(dialog.getByRole('button', { name: 'Replace' }));
  expect(form.getByLabelText('Title')).toHaveValue('Lunch');
  expect(form.getByLabelText('Short line')).toHaveValue('At noon');
  expect(form.getByRole('link', { name: 'Edit templates' })).toHaveAttribute('href', '/desk/templates');
  await user.click(form.getByRole('button', { name: 'Send event' }));
  await waitFor(() =>
    expect(bodyOf(calls, EVENTS)).toMatchObject({ name: 'Lunch', content: 'At noon', template: 'l' }),
  );
});

test('AccessSection unlocks immediately and asks for confirmation before ending sessions or access', async () => {
  const acts = ['POST v1/desk/patients/lea/unlock', 'DELETE v1/desk/patients/lea/sessions'];
  acts.push('POST v1/desk/patients/lea/expire');
  const calls = fakeApi({
    [PATIENT]: deskPatient({ isLocked: true, sessions: 2 }),
    ...Object.fromEntries(acts.map((route) => [route, undefined])),
  });
  const user = await openPatient();
  const access = section('Access');
  expect(access.getByText('on 2 devices')).toBeVisible();
  await user.click(access.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('Léa Côté, room 412 can try again')).toBeVisible();
  for (const [press, done] of [
    ['End all sessions', 'All sessions have ended for Léa Côté, room 412'],
    ['End access', 'Access has ended for Léa Côté, room 412'],
  ] as const) {
    await user.click(access.getByRole('button', { name: press }));
    await user.click((await dialogOf()).getByRole('button', { name: press }));
    expect(await screen.findByText(done)).toBeVisible();
  }
  expect(calls.map(({ route }) => route).filter((route) => !route.startsWith('GET'))).toEqual(acts);
});

test('PatientScreen shows an error when the patient can’t be fetched, and “Try again” loads them', async () => {
  fakeApi({});
  const user = await openDesk('/desk/patients/lea');
  expect(await screen.findByRole('alert')).toHaveTextContent('This patient can’t be shown just now');
  fakeApi({ [PATIENT]: deskPatient() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Léa Côté' })).toBeVisible();
});

test('PatientScreen names birth date, room and similar names in a line that stays in view, and in every dialog', async () => {
  const warning = 'Same or similar name: check the birth date';
  const supporters: DeskSupporter[] = [{ id: 'zoe', name: 'Zoë', account: null, status: 'ACCEPTED' }];
  const phoneChange = { phoneNumber: '+1 416 555 0199', requestedAt: '2026-11-26T10:00:00.000Z' };
  fakeApi({
    [PATIENT]: deskPatient({ sessions: 1, hasSimilarName: true, supporters, phoneChange }),
    'GET v1/desk/patients/lea/plans': {
      today: '2026-11-25',
      plans: [],
      questions: [],
      suggested: { steps: [], people: [] },
    },
  });
  const user = await openPatient();
  const line = screen.getByText(IDENTITY, { selector: 'h1 + p' });
  expect(line).toHaveTextContent(warning);
  expect(line.parentElement).toHaveStyle({ position: 'sticky' });
  for (const press of [
    'Void and issue a new one',
    'End all sessions',
    'End access',
    'End access: Zoë',
    'Erase the account',
    'Change the name',
    'Change date of birth, room or hospital numbers',
    'Confirm the number',
  ]) {
    await user.click(screen.getByRole('button', { name: press }));
    const dialog = await dialogOf();
    expect(dialog.getByText('Léa Côté').closest('p')).toHaveTextContent(IDENTITY);
    expect(dialog.getByText(warning)).toBeVisible();
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
  const user = await openPatient();
  await user.click(screen.getByRole('button', { name: 'Change date of birth, room or hospital numbers' }));
  const dialog = await dialogOf();
  expect(dialog.getByLabelText('Date of birth')).toHaveValue('1958-03-14');
  await user.clear(dialog.getByLabelText('Room'));
  await user.type(dialog.getByLabelText('Hospital record number'), 'M|17');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('link', { name: 'Use letters, digits and . _ / - only' })).toBeVisible();
  await user.clear(dialog.getByLabelText('Hospital record number'));
  await user.type(dialog.getByLabelText('Hospital record number'), ' M-17 ');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Changes saved for Léa Côté, born Mar.* 14, 1958$/)).toBeVisible();
  expect(bodyOf(calls, 'PUT')).toEqual({
    dateOfBirth: '1958-03-14',
    room: null,
    ward: null,
    recordNumber: 'M-17',
    bandCode: null,
  });
  await waitFor(() => expect(screen.queryByText(/Room 412/)).toBeNull());
});

test('AccessSection erases an account only with the patient’s name, then returns to the list', async () => {
  const error = { code: 'VALIDATION', message: 'Please check.', fields: { name: 'This isn’t the patient’s name.' } };
  const answers = [{ status: 400, body: { error } }];
  const ERASE = 'POST v1/desk/patients/lea/erasure';
  const calls = fakeApi({
    [PATIENT]: deskPatient(),
    [ERASE]: () => answers.shift(),
    'GET v1/desk/patients': [],
  });
  const user = await openPatient();
  await user.click(section('Access').getByRole('button', { name: 'Erase the account' }));
  const dialog = await dialogOf('Erase this patient’s account?');
  expect(dialog.getByText('Léa Côté')).toBeVisible();
  const name = dialog.getByLabelText('Patient’s first and last name');
  const press = () => user.click(dialog.getByRole('button', { name: 'Erase the account' }));
  const erasures = () => calls.filter(({ route }) => route === ERASE).map(({ body }) => body);
  await press();
  expect((await dialog.findAllByText('Type the patient’s name'))[0]).toBeVisible();
  expect(erasures()).toEqual([]);
  await user.type(name, 'Léa Roy');
  await press();
  expect(await dialog.findByText('This isn’t the patient’s name.')).toBeVisible();
  await user.clear(name);
  await user.type(name, 'Léa Côté');
  await press();
  expect(await screen.findByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  expect(erasures()).toEqual([{ name: 'Léa Roy' }, { name: 'Léa Côté' }]);
});
