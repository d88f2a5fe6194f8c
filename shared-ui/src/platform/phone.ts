import { useEffect } from 'react';

const load = () => import('../contract/phone.ts');

/**
 * Resolves to whether a phone number can exist, as the API sees it. Resolves to true if the rule can't be fetched: the API then decides.
 * @param number with its dial code, or ten digits of North America
 */
export const phoneCanExist = (number: string): Promise<boolean> =>
  load().then(
    ({ canExist }) => canExist(number),
    () => true,
  );

/** Fetches the rule for phone numbers when a form that needs it is shown, so that it is there when the form is checked. */
export function usePhoneRule(): void {
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
}
