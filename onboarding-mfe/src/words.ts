import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/en.json';

export const words = defineCatalogue('onboarding-mfe', en, (tag) => import(`./locales/${tag}.json`));
