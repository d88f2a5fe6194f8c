import { useFormikContext, useUnsent } from 'shared-ui/forms';

/** Inside a Formik form: counts its values as unsent while they differ from those it started with. */
export function UnsentTyping() {
  useUnsent(useFormikContext().dirty);
  return null;
}
