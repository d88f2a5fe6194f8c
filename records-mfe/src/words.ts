import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Records' words. */
export const words = defineWords('records', { en, fr });
