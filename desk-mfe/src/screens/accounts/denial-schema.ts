import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** Maximum length of a reason that the API accepts. */
export const REASON_LENGTH = 500;

/** Requires a reason, because the account's owner reads it. */
export const denialSchema = (t: Translate<'accounts.reasonRequired'>) =>
  yup.object({ reason: yup.string().trim().required(t('accounts.reasonRequired')) });
