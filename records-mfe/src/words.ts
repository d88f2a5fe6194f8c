import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts of the records remote. */
export const words = defineWords('records', { en, fr });
