import type { Translate } from 'shared-ui';
import { phoneCanExist, yup } from 'shared-ui/forms';
import { asMobile, isMobile } from './format.ts';

/**
 * Returns the schema of a full number in the required format that can exist (docs/product-rules.md#new-mobile-number).
 */
export const mobileSchema = (t: Translate<'newMobile.format' | 'newMobile.failed'>) =>
  yup.object({
    mobile: yup
      .string()
      .test('format', t('newMobile.format'), (typed = '') => isMobile(typed))
      .test('exists', t('newMobile.failed'), async (typed = '') => !isMobile(typed) || phoneCanExist(asMobile(typed))),
  });
