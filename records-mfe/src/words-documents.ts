import { defineWords } from 'shared-ui';
import en from './locales/documents.en.json';
import fr from './locales/documents.fr.json';

/** Texts of the hospital's documents, which load with their screens. */
export const words = defineWords('documents', { en, fr });
