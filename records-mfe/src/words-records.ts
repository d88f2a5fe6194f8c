import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/records.en.json';

export const words = defineCatalogue('hospital record', en, (tag) => import(`./locales/records.${tag}.json`));
