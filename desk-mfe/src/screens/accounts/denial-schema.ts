import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** The longest reason that the API takes. */
export const REASON_LENGTH = 500;

/** A denial needs a reason, because the person reads it. */
export const denialSchema = (t: Translate<'accounts.reasonRequired'>) =>
  yup.object({ reason: yup.string().trim().required(t('accounts.reasonRequired')) });
