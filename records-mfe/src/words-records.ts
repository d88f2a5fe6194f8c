import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/records.en.json';

export const words = defineCatalogue('records-mfe/records', en, (tag) => import(`./locales/records.${tag}.json`));
