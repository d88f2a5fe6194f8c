/**
 * Entry `shared-ui/languages`: texts that are fetched in the person's language, and the choice of it.
 * @module
 */
export { ALL_LANGUAGES, fromRight, LANGUAGES, type Language, matchLanguage } from './contract/languages/languages.ts';
export { changeLanguageNeeds, type LanguageNeeds } from './patient/session/session.ts';
export { LanguageChoice, LanguageFailure, MachineNote, useLanguageChange } from './patient/settings/LanguageChoice.tsx';
export { changeLanguage } from './patient/settings/settings-actions.ts';
export { defineCatalogue, useLanguage, useLocalText, useTextIn } from './platform/i18n/i18n.ts';
export type { LoadCatalogue } from './platform/i18n/texts.ts';
export { offeredLanguages } from './platform/runtime.ts';
