import Search from 'lucide-react/icons/search';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, staffPaths, useText } from 'shared-ui';
import { yup } from 'shared-ui/forms';
import { lookUpPatient } from '../../api/openings.ts';
import { DialogForm } from '../../components/DialogForm.tsx';
import { FormTextField } from '../../components/fields.tsx';
import { words } from '../../words.ts';

/** Longest code that the API accepts. */
const CODE_LENGTH = 40;

/** For nurses of some wards: opens the page of someone from another ward, which asks for a reason. */
export function OtherWard() {
  const t = useText(words);
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const schema = useMemo(() => yup.object({ code: yup.string().trim().required(t('otherWard.codeRequired')) }), [t]);
  const find = async ({ code }: { code: string }) => navigate(staffPaths.patient(await lookUpPatient(code.trim())));
  return (
    <>
      <Button compact variant="ghost" icon={<Search />} onClick={() => setIsOpen(true)}>
        {t('otherWard.title')}
      </Button>
      <DialogForm
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('otherWard.title')}
        initialValues={{ code: '' }}
        schema={schema}
        send={find}
        submitLabel={t('otherWard.find')}
      >
        <p>{t('otherWard.text')}</p>
        <FormTextField
          name="code"
          label={t('otherWard.code')}
          hint={t('otherWard.codeHint')}
          maxLength={CODE_LENGTH}
          autoComplete="off"
          spellCheck={false}
          required
        />
      </DialogForm>
    </>
  );
}
