import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/documents.en.json';

/** Texts of the hospital's documents, which load with their screens. */
export const words = defineCatalogue('records-mfe/documents', en, (tag) => import(`./locales/documents.${tag}.json`));
