import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/trend.en.json';

/** Texts of the measurements, which load with their screens. */
export const words = defineCatalogue('measurements', en, (tag) => import(`./locales/trend.${tag}.json`));
