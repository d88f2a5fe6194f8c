import { defineWords } from 'shared-ui';
import en from './locales/going-home.en.json';
import fr from './locales/going-home.fr.json';

/** Texts of the checklist for going home. */
export const words = defineWords('going home', { en, fr });
