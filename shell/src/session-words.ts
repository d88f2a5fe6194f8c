import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/en.json';
import sessionEn from './locales/session.en.json';

/** Texts of the menu, of signing out and of a session's end, which load on demand, with the shell's other texts. */
export const words = defineCatalogue(
  'shell/session',
  { ...en, ...sessionEn },
  (tag) => import(`./locales/${tag}.json`),
  (tag) => import(`./locales/session.${tag}.json`),
);
