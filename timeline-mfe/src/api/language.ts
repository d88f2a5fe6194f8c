/** What the account doesn't know yet about the user's languages. */
import { useEffect } from 'react';
import { type Store, signedInUser, useStore } from 'shared-ui';
import { changeLanguageNeeds } from 'shared-ui/languages';

/** The user, if they are asked: patients about both, supporters about the language. */
const askedUser = (state: Store) => {
  const user = signedInUser(state);
  return user?.roleType === 'patient' || user?.roleType === 'supporter' ? user : undefined;
};

export type LanguageQuestion = 'language' | 'interpreter';

/**
 * Returns what to ask the user; undefined if they have answered, or an earlier server doesn't know the fields. A patient
 * is asked both at once, so whoever has answered about an interpreter is asked no more.
 */
function questionFor(state: Store): LanguageQuestion | undefined {
  const user = askedUser(state);
  const asksBoth = user?.roleType === 'patient';
  if (!user || (asksBoth && user.needsInterpreter !== null)) return undefined;
  if (user.language === null && !state.settings.isLanguageChosen) return 'language';
  return asksBoth ? 'interpreter' : undefined;
}

/**
 * Returns the question about languages that is open. A language that was chosen before signing in is stored in the
 * account instead of asking for it, if the account has none.
 */
export function useLanguageQuestion(): LanguageQuestion | undefined {
  const chosen = useStore((state) =>
    askedUser(state)?.language === null && state.settings.isLanguageChosen ? state.settings.language : undefined,
  );
  useEffect(() => {
    if (chosen === undefined) return;
    changeLanguageNeeds({ language: chosen }).catch((error) =>
      console.info('The language was not stored in the account', error),
    );
  }, [chosen]);
  return useStore(questionFor);
}
