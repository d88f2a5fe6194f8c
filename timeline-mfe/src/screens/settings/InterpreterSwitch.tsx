import { useState } from 'react';
import { signedInUser, useStore, useSubmit, useText } from 'shared-ui';
import { SwitchField } from 'shared-ui/forms';
import { changeLanguageNeeds } from 'shared-ui/languages';
import { FailureNote } from '../../components/SectionForm.tsx';
import { words } from '../../language-words.ts';

/** Whether a patient needs an interpreter; nothing for other users. */
export function InterpreterSwitch() {
  const t = useText(words);
  const user = useStore(signedInUser);
  const [wanted, setWanted] = useState<boolean>();
  const { state, submit } = useSubmit(async (needsInterpreter: boolean) => {
    setWanted(needsInterpreter);
    try {
      await changeLanguageNeeds({ needsInterpreter });
    } finally {
      setWanted(undefined);
    }
  });
  if (user?.roleType !== 'patient') return null;
  return (
    <>
      <SwitchField
        label={t('interpreter.need')}
        hint={t('interpreter.needHint')}
        value={wanted ?? user.needsInterpreter ?? false}
        onChange={(needsInterpreter) => void submit(needsInterpreter)}
      />
      {state === 'failed' && <FailureNote>{t('failed')}</FailureNote>}
    </>
  );
}
