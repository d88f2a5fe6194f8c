import { act, render, waitFor } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { subscribe } from 'shared-ui/bus';
import { openPage, patient, updateSlice } from 'shared-ui/testing';
import LiveUpdates from './LiveUpdates.tsx';

beforeEach(() => {
  openPage();
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
