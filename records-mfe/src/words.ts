import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/en.json';

export const words = defineCatalogue('records-mfe', en, (tag) => import(`./locales/${tag}.json`));
