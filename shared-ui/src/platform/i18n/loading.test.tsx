import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import type { Language } from '../../contract/languages/languages.ts';
import { openPage } from '../../testing/index.ts';
import { runtimeConfig, setRuntimeConfig } from '../runtime.ts';
import { defineCatalogue, hasLanguage, loadLanguage, setLocale, useText } from './i18n.ts';

const CATALOGUES: Partial<Record<Language, object>> = {
  fr: { hello: 'Bonjour', bye: 'Au revoir' },
  es: { hello: 'Hola' },
};

/** As a build lists what is not signed. */
const UNSIGNED_ES = { $unsigned: 'bye', hello: 'Hola', bye: 'Adiós' };

/** What a bundler says of a catalogue that does not exist. */
const missing = () => Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });

/** Defines texts of which other languages arrive when `arrive` is called. */
function defineTexts(fetchTexts = (language: Language) => Promise.resolve({ default: CATALOGUES[language] as never })) {
  let arrive = () => {};
  const network = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const words = defineCatalogue('loading', { hello: 'Hello', bye: 'Goodbye' }, async (language) => {
    await network;
    if (CATALOGUES[language] === undefined) throw missing();
    return fetchTexts(language);
  });
  const Screen = () => <p>{useText(words)('hello')}</p>;
  const show = () =>
    render(
      <Suspense fallback="…">
        <Screen />
      </Suspense>,
    );
  return { words, show, arrive };
}

afterEach(() => act(() => setLocale('en')));

test('a screen in another language waits for its texts', async () => {
  const { show, arrive } = defineTexts();
  setLocale('es');
  await act(async () => show());
  expect(document.body).toHaveTextContent('…');
  await act(async () => arrive());
  expect(screen.getByText('Hola')).toBeVisible();
});

test('a text that a language lacks is shown in English', async () => {
  const { words, arrive } = defineTexts();
  arrive();
  expect(await loadLanguage('es')).toBe(true);
  setLocale('es');
  expect([words.text('hello'), words.text('bye')]).toEqual(['Hola', 'Goodbye']);
});

test('a package without a catalogue in the language stays in English', async () => {
  const { show, arrive } = defineTexts();
  arrive();
  setLocale('vi');
  await act(async () => show());
  expect(screen.getByText('Hello')).toBeVisible();
});

test('texts that can’t be fetched are shown in English, and are fetched again when the language is chosen again', async () => {
  const fetchTexts = jest.fn().mockRejectedValueOnce(new TypeError('offline'));
  const { show, arrive } = defineTexts(fetchTexts);
  arrive();
  setLocale('es');
  await act(async () => show());
  expect(screen.getByText('Hello')).toBeVisible();
  expect(hasLanguage('es')).toBe(false);
  fetchTexts.mockResolvedValueOnce({ default: CATALOGUES.es });
  expect(await loadLanguage('es')).toBe(true);
});

test.each([
  ['a demo', true, 'Adiós'],
  ['production', false, 'Goodbye'],
])(
  'a critical text that no reviewer has signed is shown as a translation or in English: %s',
  async (_where, demo, text) => {
    openPage();
    setRuntimeConfig({ ...runtimeConfig(), demo });
    const { words, arrive } = defineTexts(() => Promise.resolve({ default: { ...UNSIGNED_ES } as never }));
    arrive();
    await loadLanguage('es');
    setLocale('es');
    expect([words.text('hello'), words.text('bye')]).toEqual(['Hola', text]);
  },
);
