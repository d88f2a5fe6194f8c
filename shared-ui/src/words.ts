import en from './locales/en.json';
import { defineCatalogue } from './platform/i18n/i18n.ts';

/** Texts used by the screens of more than one remote. */
export const words = defineCatalogue('shared-ui', en, (tag) => import(`./locales/${tag}.json`));
