import { defineWords } from 'shared-ui';
import en from './locales/trend.en.json';
import fr from './locales/trend.fr.json';

/** Texts of the measurements, which load with their screens. */
export const words = defineWords('measurements', { en, fr });
