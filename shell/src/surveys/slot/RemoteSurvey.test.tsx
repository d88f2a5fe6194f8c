import { act, render, screen } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import type { SurveyContext, SurveyReceipt } from 'shared-ui/contract';
import { openPage } from 'shared-ui/testing';
import { RemoteSurvey } from './RemoteSurvey.tsx';

/** What each mounted form was given, in order. */
const mounted: SurveyContext[] = [];

const remote = {
  contract: 'survey@1',
  surveys: ['admission'],
  mount(container: HTMLElement, context: SurveyContext) {
    mounted.push(context);
    container.textContent = `Form in ${context.locale}`;
    return { unmount: () => container.replaceChildren() };
  },
};

jest.mock('../../remotes/Remote.tsx', () => ({
  Remote: ({ children }: { children(loaded: { module: unknown }): unknown }) => children({ module: remote }),
}));

const keepDraft = jest.fn(async () => undefined);
const sendSurvey = jest.fn(async (): Promise<SurveyReceipt> => ({ status: 'delivered', receiptId: 'r' }));

jest.mock('../load.ts', () => ({
  loadDelivery: async () => ({
    startDelivery: () => undefined,
    unsentRead: async () => undefined,
    draftOf: async () => undefined,
    keepDraft,
    sendSurvey,
  }),
}));

const TYPED = [{ question: 'triageComments', answer: 'Kind people' }];

async function open(): Promise<SurveyContext> {
  mounted.length = 0;
  openPage();
  changeSettings({ locale: 'en', theme: 'LIGHT' });
  render(<RemoteSurvey survey="admission" about="event" onDone={() => undefined} />);
  await screen.findByText('Form in en-CA');
  const [context] = mounted;
  if (!context) throw new Error('No form was mounted');
  return context;
}

const last = () => mounted.at(-1);

test('another language or look in the middle of a form: what was typed is there, under the same key', async () => {
  const context = await open();
  await act(async () => context.keepDraft(TYPED));
  await act(async () => changeSettings({ locale: 'fr' }));
  expect(screen.getByText('Form in fr-CA')).toBeInTheDocument();
  expect(last()?.draft).toEqual(TYPED);
  await act(async () => changeSettings({ theme: 'DARK' }));
  expect(last()).toMatchObject({ theme: 'DARK', draft: TYPED });
  await act(async () => last()?.keepDraft(TYPED));
  const keys = keepDraft.mock.calls.map((call: unknown[]) => (call[2] as { key: string }).key);
  expect(new Set(keys).size).toBe(1);
});

test('another language after the form was sent: it says so, and asks nothing again', async () => {
  const context = await open();
  await act(async () => void (await context.submit(TYPED)));
  expect(screen.getByText('Form in en-CA')).toBeInTheDocument();
  await act(async () => changeSettings({ locale: 'fr' }));
  expect(screen.getByText('Merci pour vos commentaires!')).toBeVisible();
  expect(screen.queryByText(/^Form in/)).toBeNull();
  expect(mounted).toHaveLength(1);
});
