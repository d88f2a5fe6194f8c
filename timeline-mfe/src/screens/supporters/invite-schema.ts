import type { Translate } from 'shared-ui';
import { isPlainName } from 'shared-ui/contract';
import { phoneCanExist, yup } from 'shared-ui/forms';

/** Maximum length of a supporter's name (docs/product-rules.md#validation). */
export const NAME_LENGTH = 15;

/** Initial value of the phone field (docs/product-rules.md#validation). */
export const PHONE_START = '+1 ';

/** Example of a valid number, used in the message about an invalid one. */
const PHONE_EXAMPLE = '+1 416 555 0101';

/** +1, then 3, 3 and 4 digits with an optional dash, dot or space between them. */
const PHONE = /^\+1[-. ]?\d{3}[-. ]?\d{3}[-. ]?\d{4}$/;

/** Treats the untouched initial value as empty. */
const withoutStart = (phone: string) => (phone.trim() === PHONE_START.trim() ? '' : phone);

type Key = 'invite.required' | 'invite.nameTooLong' | 'invite.nameLink' | 'invite.phoneRequired' | 'invite.phoneFormat';

/** Schema of the invite form (docs/product-rules.md#validation). */
export const inviteSchema = (t: Translate<Key>) =>
  yup.object({
    name: yup
      .string()
      .trim()
      .required(t('invite.required'))
      .max(NAME_LENGTH, t('invite.nameTooLong'))
      .test('plain', t('invite.nameLink'), (name = '') => isPlainName(name)),
    phone: yup
      .string()
      .trim()
      .transform(withoutStart)
      .required(t('invite.phoneRequired'))
      .matches(PHONE, { message: t('invite.phoneFormat', { phone: PHONE_EXAMPLE }), excludeEmptyString: true })
      .test(
        'exists',
        t('invite.phoneFormat', { phone: PHONE_EXAMPLE }),
        async (phone = '') => !PHONE.test(phone) || phoneCanExist(phone),
      ),
  });
