import type { Translate } from 'shared-ui';
import { phoneCanExist, yup } from 'shared-ui/forms';
import { asMobile, isMobile } from './format.ts';

/** A full number in the form that the screen asks for, which can exist (docs/product-rules.md#new-mobile-number). */
export const mobileSchema = (t: Translate<'newMobile.format' | 'newMobile.failed'>) =>
  yup.object({
    mobile: yup
      .string()
      .test('format', t('newMobile.format'), (typed = '') => isMobile(typed))
      .test('exists', t('newMobile.failed'), async (typed = '') => !isMobile(typed) || phoneCanExist(asMobile(typed))),
  });
