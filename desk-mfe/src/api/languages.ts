import type { DeskLanguage, DeskText } from 'mock-api/contract';
import { call, callForFile, staffPaths } from 'shared-ui';
import type { Language } from 'shared-ui/contract/languages';

/** Address of the list of translated languages. */
export const LANGUAGES_PATH = `${staffPaths.desk}/languages`;

/** Longest translation that the API accepts. */
export const TRANSLATION_LENGTH = 2000;

const pathOf = (language: Language) => `v1/desk/languages/${language}`;

export const fetchLanguages = () => call<DeskLanguage[]>('get', 'v1/desk/languages');

/** Fetches the critical texts of a language. */
export const fetchTexts = (language: Language) => call<DeskText[]>('get', pathOf(language));

/** Signs a text as it is shown, or with a better translation. Returns it as it is then. */
export const signText = (language: Language, { id, mark }: DeskText, translation?: string) =>
  call<DeskText>('post', `${pathOf(language)}/signatures`, { id, mark, translation });

/** Fetches what staff have signed in a language, for a build or pack. */
export const fetchReviewFile = (language: Language) => callForFile(`${pathOf(language)}/review`, 'application/json');
