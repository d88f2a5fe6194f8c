import { defineCatalogue } from 'shared-ui/languages';
import en from '../../locales/plan.en.json';

export const words = defineCatalogue('timeline-mfe/plan', en, (tag) => import(`../../locales/plan.${tag}.json`));

/** Maximum length that the API accepts, of questions and of what patients say about a plan. */
export const TEXT_LENGTH = 500;
