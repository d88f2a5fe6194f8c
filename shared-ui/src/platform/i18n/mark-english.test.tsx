import { act, render, screen } from '@testing-library/react';
import { openPage } from '../../testing/index.ts';
import { runtimeConfig, setRuntimeConfig } from '../runtime.ts';
import { defineCatalogue, loadLanguage, setLocale, useText } from './i18n.ts';

const words = defineCatalogue(
  'marks',
  { hello: 'Hello', urgent: 'Call 911', close: 'Close', count: '{{count}} left' },
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
