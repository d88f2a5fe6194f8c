import { act, render, waitFor } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { updateSlice } from 'shared-ui/host';
import { openPage, patient } from 'shared-ui/testing';
import LiveNews from './LiveNews.tsx';

beforeEach(() => {
  openPage();
  localStorage.setItem('access-token', 'token');
  changeSettings({ locale: 'en', isUserValidated: true });
  updateSlice('session', { status: 'full', me: patient });
});
afterEach(() => jest.restoreAllMocks());

test('LiveNews reopens the stream after the last event id when the language changes', async () => {
  const asked: (string | null)[][] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { headers } = input as Request;
    asked.push([headers.get('accept-language'), headers.get('last-event-id')]);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(new TextEncoder().encode('id: 4\nevent: request.updated\ndata: {"id":"r"}\n\n')),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const heard = jest.fn();
  window.addEventListener('lodestar:change', heard);
  const { unmount } = render(<LiveNews />);
  await waitFor(() => expect(heard).toHaveBeenCalled());
  act(() => changeSettings({ locale: 'fr' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  act(() => changeSettings({ theme: 'DARK' }));
  unmount();
  window.removeEventListener('lodestar:change', heard);
  expect(asked).toEqual([
    ['en-CA', null],
    ['fr-CA', '4'],
  ]);
});
