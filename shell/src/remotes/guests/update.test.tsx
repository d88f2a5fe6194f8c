import { act, cleanup, render, waitFor } from '@testing-library/react';
import type { SurveyAnswer } from 'shared-ui/contract';
import { openPage, patient, updateSlice } from 'shared-ui/testing';
import { setOffline } from '../../offline/state.ts';
import { RemoteSurvey } from '../../surveys/slot/RemoteSurvey.tsx';
import { publishRemote } from '../testing/registry.ts';
import { GuestForm } from './guest-form.ts';
import type { FromFrame, ToFrame } from './protocol.ts';

/** The frame's end of the port, played by the test. */
const port = {
  sent: [] as ToFrame[],
  onmessage: (_event: { data: string }) => {},
  addEventListener: () => undefined,
  postMessage: (message: ToFrame) => port.sent.push(message),
  close: jest.fn(),
};
const send = (message: FromFrame) => port.onmessage({ data: JSON.stringify(message) });
const started = () => port.sent.flatMap((message) => (message.kind === 'start' ? [message.facts] : []));

jest.mock('./element.ts', () => ({
  moveFrame: () => false,
  openFrame: (place: HTMLElement) => ({
    frame: place.appendChild(document.createElement('iframe')),
    port: Promise.resolve(port),
  }),
}));
jest.mock('./frozen-pages.ts', () => ({ trackGuest: () => () => undefined }));

const setup = {
  page: '',
  container: 'c',
  expose: './survey',
  entry: ['/e.js', new ArrayBuffer(0)],
  shell: [],
  optionalCode: [],
};
const guest = {
  mount(place: HTMLElement, context: ConstructorParameters<typeof GuestForm>[2]) {
    const form = new GuestForm({ remote: 'surveys@2.0.0', ready: undefined, setup: setup as never }, place, context);
    return { unmount: () => form.end(), whenShown: (listener: (isShown: boolean) => void) => form.whenShown(listener) };
  },
};
jest.mock('../remote-cache.ts', () => ({
  loadOnce: async () => ({ remote: 'surveys@2.0.0', version: '2.0.0', locales: [], module: guest }),
  loadedNow: () => undefined,
  noteRendered: () => undefined,
  onReplaced: new EventTarget(),
}));

/** Draft stored on this phone. */
let kept: { key: string; responses: SurveyAnswer[] } | undefined;
jest.mock('../../surveys/load.ts', () => ({
  loadDelivery: async () => ({
    startDelivery: () => undefined,
    unsentRead: async () => undefined,
    draftOf: async () => kept,
    sentAbout: async () => undefined,
    keepDraft: async (_user: string, _about: string, draft: typeof kept) => {
      kept = draft;
    },
  }),
}));

const TYPED = [{ question: 'comments', answer: 'Kind people' }];

/** Shows an event's form and resolves with its frame. */
async function show(): Promise<HTMLIFrameElement> {
  port.sent = [];
  const { container } = render(<RemoteSurvey survey="admission" about="event" onDone={() => undefined} />);
  await waitFor(() => expect(started()).toHaveLength(1));
  await act(async () => send({ kind: 'drawn', height: 600, isShown: true }));
  const frame = container.querySelector('iframe');
  if (!frame) throw new Error('There is no frame');
  return frame;
}

beforeEach(() => {
  openPage();
  updateSlice('session', { status: 'full', me: patient });
});

test('an open form survives app and guest updates, and reopens with its draft after the update', async () => {
  const frame = await show();
  await act(async () => send({ kind: 'draft', answers: TYPED }));

  await act(async () => {
    publishRemote('surveys');
    setOffline({ own: 'old', newest: 'new' });
    updateSlice('events', { fetchedAt: Date.now() });
  });
  expect(frame.isConnected).toBe(true);
  expect(port.close).not.toHaveBeenCalled();
  expect(started()).toHaveLength(1);

  cleanup();
  expect(port.close).toHaveBeenCalled();
  await show();
  expect(started()).toMatchObject([{ draft: TYPED }]);
});
