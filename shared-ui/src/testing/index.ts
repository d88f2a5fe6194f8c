/**
 * Entry `shared-ui/testing`: shared helpers for unit tests of the browser packages. Never part of a build.
 * @module
 */
export { hasUnsentTyping } from '../platform/drafts/owner.ts';
export { savedToken } from '../platform/http/token.ts';
export { setLocale } from '../platform/i18n/i18n.ts';
export { setRuntimeConfig } from '../platform/runtime.ts';
export { countEffort } from './effort.ts';
export {
  API_FAULT_NAMES,
  type ApiFault,
  breakApi,
  cut,
  type FakeAnswer,
  type FakeCall,
  fakeApi,
  openPage,
  store,
  updateSlice,
} from './fake-api.ts';
export { demoWordsShown, openAsHospital } from './hospital.ts';
export { impossibleNumbers } from './impossible-numbers.ts';
export {
  fakePasskeys,
  noPasskeys,
  PASSKEY_ASKED,
  PASSKEY_MADE,
  PASSKEY_USED,
  PASSKEY_WANTED,
} from './passkeys.ts';
export { openRoutes, pathsOf, pretendVisible } from './rendering.tsx';
export { brand, careEvent, jordan, maya, narrowUser, patient, supporter } from './sample-data.ts';
export { testCatalogue } from './words/catalogue.ts';
export { untranslatedShown, untranslatedWords } from './words/untranslated.ts';
