import { useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import type { Store } from '../store.ts';
import { store } from '../store.ts';

/** What was typed into forms of the app and not sent yet, by form: in memory, so a reload and a closed page forget it. */
const kept = new Map<string, object>();
let owner: string | undefined;

/** It is for the person who typed it: gone when they sign out or somebody else is here, there when a session ran out. */
function followSession({ session: { me, status, hasRunOut } }: Store): void {
  const isSomebodyElse = me?.scope === 'full' && me.id !== owner;
  if (isSomebodyElse || (status === 'anonymous' && !hasRunOut)) kept.clear();
  if (me?.scope === 'full') owner = me.id;
}

store.subscribe(followSession);

/** What a form begins with: what the person had typed into it before they left it, else `initial`. */
export function useKeptValues<Values extends object>(form: string, initial: Values): Values {
  const [values] = useState(() => {
    followSession(store.getState());
    return { ...initial, ...kept.get(form) };
  });
  return values;
}

/** Inside a Formik form: keeps what is typed, until `forgetValues`. */
export function KeepValues({ form }: { form: string }) {
  const { values, dirty } = useFormikContext<object>();
  useEffect(() => {
    if (dirty) kept.set(form, values);
  }, [form, values, dirty]);
  return null;
}

/** The form was sent: it begins anew the next time. */
export function forgetValues(form: string): void {
  kept.delete(form);
}
