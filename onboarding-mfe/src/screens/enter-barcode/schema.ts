import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** The barcode as it is sent: without spaces, in capitals. */
export const asCode = (typed: string) => typed.replace(/\s/g, '').toUpperCase();

/** Something must have been typed; whether it is a wristband's code is for the server to say. */
export const barcodeSchema = (t: Translate<'form.barcodeRequired'>) =>
  yup.object({ barcode: yup.string().trim().required(t('form.barcodeRequired')) });
