import { useEffect } from 'react';
import { useFormikContext } from 'shared-ui/forms';

/** Inside a form: hands what is typed to `keep` (which must stay the same function), as it is typed. */
export function KeepTyped<T>({ keep }: { keep(values: T): void }) {
  const { values } = useFormikContext<T>();
  useEffect(() => keep(values), [values, keep]);
  return null;
}
