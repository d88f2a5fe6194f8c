import { act, render, screen, waitFor } from '@testing-library/react';
import { changeSettings, paths, staffPaths } from 'shared-ui';
import { subscribe } from 'shared-ui/bus';
import { careEvent, openPage, patient, store, updateSlice } from 'shared-ui/testing';
import LiveUpdates from './LiveUpdates.tsx';

beforeEach(() => {
  openPage();
  history.replaceState(null, '', paths.app.root);
  localStorage.setItem('access-token', 'token');
  changeSettings({ locale: 'en', isUserValidated: true });
  updateSlice('session', { status: 'full', me: patient });
});
afterEach(() => jest.restoreAllMocks());

test('LiveUpdates reopens the stream after the last event id when the language changes', async () => {
  const requests: (string | null)[][] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { headers } = input as Request;
    requests.push([headers.get('accept-language'), headers.get('last-event-id')]);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode('id: 4\nevent: request.updated\ndata: {"id":"r"}\n\n')),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const onChange = jest.fn();
  const stop = subscribe('change@1', onChange);
  const { unmount } = render(<LiveUpdates />);
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  act(() => changeSettings({ locale: 'fr' }));
  await waitFor(() => expect(requests).toHaveLength(2));
  act(() => changeSettings({ theme: 'DARK' }));
  unmount();
  stop();
  expect(requests).toEqual([
    ['en-CA', null],
    ['fr-CA', '4'],
  ]);
});

test('before the tutorial offer, LiveUpdates follows the stream for staff only, from when the page opened', async () => {
  changeSettings({ isUserValidated: false });
  const requests: Request[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    requests.push(input as Request);
    return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
  });
  const { unmount } = render(<LiveUpdates />);
  await act(async () => undefined);
  expect(requests).toEqual([]);
  act(() => updateSlice('session', { me: { ...patient, roleType: 'staff' } }));
  await waitFor(() => expect(requests).toHaveLength(1));
  unmount();
  expect(new URL(requests[0]?.url ?? '').searchParams.get('age')).toMatch(/^\d+$/);
});

/** Fakes a stream and an audio device that never answers. Resolves with a function that sends a new event. */
async function openStream() {
  const resume = jest.fn(() => new Promise(() => undefined));
  class AudioContext {
    resume = resume;
    decodeAudioData = async () => ({});
  }
  Object.assign(globalThis, { AudioContext });
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true });
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (!(input instanceof Request)) return new Response(new Uint8Array([1]));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const send = (id: number) => {
    const event = careEvent({ id: `e${id}` });
    const data = JSON.stringify({ id: event.id, event });
    stream?.enqueue(new TextEncoder().encode(`id: ${id}\nevent: event.created\ndata: ${data}\n\n`));
  };
  const { unmount } = render(<LiveUpdates />);
  await waitFor(() => expect(stream).toBeDefined());
  const close = () => {
    unmount();
    Reflect.deleteProperty(globalThis, 'AudioContext');
    Reflect.deleteProperty(navigator, 'userActivation');
  };
  return { send, resume, close };
}

const listedIds = () => store.getState().events.list.map(({ id }) => id);

/** Sends a new event while a user is at a path, and resolves with the announcement once the event is in the store. */
async function announcementOf(id: number, roleType: string, path: string) {
  history.replaceState(null, '', path);
  updateSlice('session', { me: { ...patient, roleType } });
  const { send, resume, close } = await openStream();
  send(id);
  await waitFor(() => expect(listedIds()).toContain(`e${id}`));
  await act(async () => undefined);
  const { textContent } = screen.getByRole('status');
  close();
  return { announcement: textContent, resume };
}

// Before the other tests with a sound: the page asks for an audio device once.
test('LiveUpdates announces none of the demonstration’s events and plays no sound at the desk', async () => {
  const { announcement, resume } = await announcementOf(10, 'staff', staffPaths.patients);
  expect(announcement).toBe('');
  expect(resume).not.toHaveBeenCalled();
});

test('LiveUpdates goes on while a sound waits for an audio device that is not there', async () => {
  const { send, resume, close } = await openStream();
  send(1);
  await waitFor(() => expect(resume).toHaveBeenCalled());
  send(2);
  await waitFor(() => expect(listedIds()).toEqual(expect.arrayContaining(['e1', 'e2'])));
  close();
});

test('LiveUpdates announces a new event to a patient, but none of the demonstration’s events to staff', async () => {
  expect((await announcementOf(11, 'patient', paths.app.root)).announcement).toMatch(/^New on your timeline/);
  expect((await announcementOf(12, 'staff', paths.app.root)).announcement).toBe('');
});
