import { legalScreen } from './legal-screen.tsx';

/** `/onboarding/nda-legal`: the non-disclosure agreement. */
export default legalScreen({ en: () => import('./documents/nda.en.ts'), fr: () => import('./documents/nda.fr.ts') });
