import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/trend.en.json';

/** Texts of the measurements, which load with their screens. */
export const words = defineCatalogue('records-mfe/trend', en, (tag) => import(`./locales/trend.${tag}.json`));
