import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

export const words = defineWords('desk', { en, fr });
