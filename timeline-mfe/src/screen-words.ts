import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/en.json';
import screensEn from './locales/screens.en.json';

/** Texts of the screens that load on demand, with those of home: home alone loads less. */
export const words = defineCatalogue(
  'timeline-mfe/screens',
  { ...en, ...screensEn },
  (tag) => import(`./locales/${tag}.json`),
  (tag) => import(`./locales/screens.${tag}.json`),
);
