/** Entry `shared-ui/testing`: shared helpers for unit tests of the browser packages. Never part of a build. */
export { store, updateSlice } from '../patient/store.ts';
export { hasUnsentTyping } from '../platform/drafts/unsent.ts';
export { savedToken } from '../platform/http/token.ts';
export { setLocale } from '../platform/i18n/i18n.ts';
export { setRuntimeConfig } from '../platform/runtime.ts';
export { API_FAULT_NAMES, type ApiFault, breakApi, pathsOf } from './api-faults.ts';
export { careEvent, jordan, maya, supporter } from './care.ts';
export { testCatalogue } from './catalogue.ts';
export { cut, type FakeAnswer, type FakeCall, fakeApi, openPage } from './fake-api.ts';
export { impossibleNumbers } from './impossible-numbers.ts';
export { openRoutes } from './open-routes.tsx';
export {
  fakePasskeys,
  noPasskeys,
  PASSKEY_ASKED,
  PASSKEY_MADE,
  PASSKEY_USED,
  PASSKEY_WANTED,
} from './passkeys.ts';
export { brand, patient } from './people.ts';
export { pretendVisible } from './visible.ts';
