export { formatDate, formatMoment, formatTime, readyDates } from './format.ts';
export {
  type Catalogue,
  currentLocale,
  defineWords,
  LANGUAGE_TAG,
  type Locale,
  preferredLocale,
  setLocale,
  type TextKey,
  type Translate,
  useLocale,
  useText,
  type Words,
} from './i18n.ts';
