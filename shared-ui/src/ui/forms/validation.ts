import { useEffect } from 'react';
import { array, boolean, mixed, number, object, ref, string } from 'yup';

export type { InferType, Schema } from 'yup';

/** The part of yup that the forms use; the rest does not reach the browser. */
export const yup = { array, boolean, mixed, number, object, ref, string };

const load = () => import('../../contract/phone.ts');

/**
 * Resolves with whether a phone number can exist, by the API's rule. Resolves with true if the rule can't be fetched:
 * the API then decides.
 * @param number with its dial code, or ten digits for North America
 */
export const phoneCanExist = (number: string): Promise<boolean> =>
  load().then(
    ({ canExist }) => canExist(number),
    () => true,
  );

/**
 * Resolves with whether a phone number belongs to one of these countries or dial codes, by the API's rule. Resolves with
 * true if the rule can't be fetched: the API then decides.
 * @param areas as `textAreas` of the runtime configuration
 */
export const phoneIsIn = (number: string, areas: readonly string[]): Promise<boolean> =>
  load().then(
    ({ isInArea }) => areas.some((area) => isInArea(number, area)),
    () => true,
  );

/** Prefetches the phone number rule when a form that needs it is shown, so that it is ready for validation. */
export function usePhoneRule(): void {
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
}
