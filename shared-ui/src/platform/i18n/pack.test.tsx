import { act } from '@testing-library/react';
import { sourceMark } from '../../contract/languages/source-mark.ts';
import { openPage } from '../../testing/index.ts';
import { runtimeConfig, setRuntimeConfig } from '../runtime.ts';
import { defineCatalogue, loadLanguage, setLocale } from './i18n.ts';
import { setPackLoader } from './pack.ts';

const ENGLISH = { hello: 'Hello {{name}}', bye: 'Goodbye', days_one: '{{count}} day', days_other: '{{count}} days' };
const BUILT = {
  $unsigned: 'bye days_one days_many days_other',
  hello: 'Hola {{name}}',
  bye: 'Adiós',
  days_one: '{{count}} día',
  days_many: '{{count}} de días',
  days_other: '{{count}} días',
};

const packed = (english: string, text: string) => ({ of: sourceMark(english), text });

async function defineTexts(name = 'timeline-mfe/requests') {
  const words = defineCatalogue(name, ENGLISH, async () => ({ default: BUILT as never }));
  await loadLanguage('es');
  setLocale('es');
  return [words.text('hello', { name: 'Ana' }), words.text('bye'), words.text('days', { count: 2 })];
}

beforeEach(() => {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), demo: false });
});
afterEach(() => act(() => setLocale('en')));

test('texts of a pack, which people have signed, are laid over those of the build, also in production', async () => {
  const load = jest.fn().mockResolvedValue({
    'timeline-mfe/requests': {
      hello: packed(ENGLISH.hello, 'Buenos días, {{name}}'),
      bye: packed(ENGLISH.bye, 'Hasta luego'),
      // One plural form alone is no signed text.
      days_one: packed(ENGLISH.days_one, 'un día'),
    },
    'records-mfe': { hello: packed(ENGLISH.hello, '¿Qué tal, {{name}}?') },
  });
  setPackLoader(load);
  expect(await defineTexts()).toEqual(['Buenos días, Ana', 'Hasta luego', '2 days']);
  expect((await defineTexts('timeline-mfe/screens'))[0]).toBe('Buenos días, Ana');
  expect((await defineTexts('records-mfe/trend'))[0]).toBe('¿Qué tal, Ana?');
  expect(load.mock.calls.filter(([language]) => language === 'es')).toHaveLength(1);
});

test.each([
  ['of another English text', 'hello', packed('Hi {{name}}', 'Buenos días, {{name}}')],
  ['with a placeholder that English lacks', 'hello', packed(ENGLISH.hello, 'Buenos días, {{patient}}')],
  ['with an unknown key', 'greeting', packed('', 'Buenos días')],
])('a text of a pack %s is ignored', async (_what, key, text) => {
  setPackLoader(async () => ({ 'timeline-mfe/requests': { [key]: text } }));
  expect(await defineTexts()).toEqual(['Hola Ana', 'Goodbye', '2 days']);
});

test('texts are those of the build when the pack can’t be fetched', async () => {
  setPackLoader(() => Promise.reject(new TypeError('offline')));
  expect(await defineTexts()).toEqual(['Hola Ana', 'Goodbye', '2 days']);
});
