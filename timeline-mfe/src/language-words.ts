import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/language.en.json';

/** Texts about the user's languages, which load on demand. */
export const words = defineCatalogue('timeline-mfe/language', en, (tag) => import(`./locales/language.${tag}.json`));
