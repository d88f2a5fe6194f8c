import { useFormikContext, useUnsent } from 'shared-ui/forms';

/** Inside a Formik form: marks its values as unsent while they differ from the initial ones. */
export function UnsentTyping() {
  useUnsent(useFormikContext().dirty);
  return null;
}
