import { defineWords } from 'shared-ui';
import en from '../../locales/plan.en.json';
import fr from '../../locales/plan.fr.json';

export const words = defineWords('timeline-plan', { en, fr });

/** Maximum length that the API accepts, of questions and of what patients say about a plan. */
export const TEXT_LENGTH = 500;
