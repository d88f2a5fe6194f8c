import type { Translate } from 'shared-ui';
import { yup } from 'shared-ui/forms';

/** Returns the barcode as it is sent: without spaces, in capitals. */
export const asCode = (typed: string) => typed.replace(/\s/g, '').toUpperCase();

/** Requires a value. The server decides whether it is a wristband code. */
export const barcodeSchema = (t: Translate<'form.barcodeRequired'>) =>
  yup.object({ barcode: yup.string().trim().required(t('form.barcodeRequired')) });
