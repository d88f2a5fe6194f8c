import { defineWords } from 'shared-ui';
import en from './locales/records.en.json';
import fr from './locales/records.fr.json';

export const words = defineWords('hospital record', { en, fr });
