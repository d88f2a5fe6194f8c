import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { openPage } from '../../testing/index.ts';
import { runtimeConfig, setRuntimeConfig } from '../runtime.ts';
import { defineCatalogue, loadLanguage, setLocale, useLocalText, useText } from './i18n.ts';

const words = defineCatalogue(
  'marks',
  { hello: 'Hello', urgent: 'Call 911', close: 'Close', count: '{{count}} left', help: 'Ask for help' },
  async (language) => ({
    default: language === 'ar' ? ({ $unsigned: 'urgent', hello: 'أهلاً', urgent: 'اتصل' } as never) : {},
  }),
);

function Screen() {
  const t = useText(words);
  return (
    <main>
      <p>{t('hello')}</p>
      <p>{t('urgent')}</p>
      <button type="button" aria-label={t('close')}>
        <svg aria-hidden />
      </button>
      <p>
        {t('count', { count: 3 })} <b>{t('hello')}</b>
      </p>
      <p lang="fr">{t('urgent')}</p>
    </main>
  );
}

function Help() {
  return <p>{useText(words)('help')}</p>;
}

beforeEach(() => {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), demo: false });
});
afterEach(() => act(() => setLocale('en')));

test('sentences in English on a page in another language are marked, and unmarked when they are translated', async () => {
  await loadLanguage('ar');
  await loadLanguage('vi');
  setLocale('ar');
  render(<Screen />);
  const [first, , , own] = screen.getAllByText(/Call 911|أهلاً/);
  await screen.findByText((text, element) => text === 'Call 911' && element?.getAttribute('lang') === 'en');
  const [urgent] = screen.getAllByText('Call 911');
  expect(urgent).toHaveAttribute('dir', 'ltr');
  expect(screen.getByRole('button', { name: 'Close' })).toHaveAttribute('lang', 'en');
  expect(first).not.toHaveAttribute('lang');
  expect(own).toHaveAttribute('lang', 'fr');
  // Two languages in one element: no mark would be right.
  expect(screen.getByText('3 left')).not.toHaveAttribute('lang');
  await act(async () => setLocale('en'));
  setRuntimeConfig({ ...runtimeConfig(), demo: true });
  await act(async () => setLocale('ar'));
  expect(await screen.findByText('اتصل', { ignore: '[lang]' })).toBeVisible();
});

test('sentences that stay in English when the language changes are marked then', async () => {
  await loadLanguage('ar');
  setLocale('ar');
  render(<Screen />);
  await screen.findByText((text, element) => text === 'Call 911' && element?.getAttribute('lang') === 'en');
  cleanup();
  await act(async () => setLocale('en'));
  render(
    <>
      <Screen />
      <Help />
    </>,
  );
  const [call] = screen.getAllByText('Call 911');
  const help = screen.getByText('Ask for help');
  expect([call, help].map((element) => element?.getAttribute('lang'))).toEqual([null, null]);
  await act(async () => setLocale('ar'));
  // One English text was noted earlier, the other is noted now. Neither element is rendered again.
  await waitFor(() => expect([call, help].map((element) => element?.getAttribute('lang'))).toEqual(['en', 'en']));
  expect(screen.getByText('Ask for help')).toBe(help);
});

function VisitingHours() {
  return <p>{useLocalText()({ en: 'Open daily', fr: 'Ouvert tous les jours', vi: 'Mở cửa hằng ngày' })}</p>;
}

test('a text of the hospital is marked as English where it lacks the person’s language', async () => {
  render(<VisitingHours />);
  for (const [language, text] of [
    ['en', 'Open daily'],
    ['fr', 'Ouvert tous les jours'],
    ['vi', 'Mở cửa hằng ngày'],
  ] as const) {
    act(() => setLocale(language));
    expect(screen.getByText(text)).not.toHaveAttribute('lang');
  }
  act(() => setLocale('ar'));
  expect(
    await screen.findByText((text, element) => text === 'Open daily' && element?.getAttribute('lang') === 'en'),
  ).toBeVisible();
});
