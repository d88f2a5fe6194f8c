import { act, renderHook, waitFor } from '@testing-library/react';
import { ALL_LANGUAGES } from '../../contract/languages/languages.ts';
import { defineCatalogue } from '../../platform/i18n/i18n.ts';
import { runtimeConfig, setRuntimeConfig } from '../../platform/runtime.ts';
import { openPage } from '../../testing/index.ts';
import { useLanguageChange } from './LanguageChoice.tsx';

test('useLanguageChange accepts another choice while the first one is being fetched', async () => {
  openPage();
  setRuntimeConfig({ ...runtimeConfig(), languages: ALL_LANGUAGES });
  let fail = (_error: Error) => {};
  const first = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  defineCatalogue('choice-test', { hello: 'Hello' }, async (language) => (language === 'ur' ? first : { default: {} }));
  const { result } = renderHook(useLanguageChange);
  act(() => result.current.change('ur'));
  act(() => result.current.change('vi'));
  expect(result.current.coming).toBe('vi');
  await waitFor(() => expect(document.documentElement.lang).toBe('vi'));
  await act(async () => fail(new TypeError('offline')));
  expect(result.current).toMatchObject({ coming: undefined, hasFailed: false });
  expect(document.documentElement.lang).toBe('vi');
});
