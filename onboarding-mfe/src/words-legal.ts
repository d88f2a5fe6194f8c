import { defineWords } from 'shared-ui';
import en from './locales/legal.en.json';
import fr from './locales/legal.fr.json';

/** The words around the legal documents. They come with these screens, not with onboarding's first one. */
export const words = defineWords('onboarding-legal', { en, fr });
