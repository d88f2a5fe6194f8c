import type { Language } from 'shared-ui/contract/languages';
import { languageName } from '../../components/identity.tsx';

/** Returns the name of a language in that of the screen, as headings and labels begin: French writes it small elsewhere. */
export function languageTitle(language: Language): string {
  const name = languageName(language);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
