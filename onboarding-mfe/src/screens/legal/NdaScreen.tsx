import { legalScreen } from './legal-screen.tsx';

/** `/onboarding/nda-legal`: the non-disclosure agreement. */
export default legalScreen({ en: () => import('./nda.en.ts'), fr: () => import('./nda.fr.ts') });
