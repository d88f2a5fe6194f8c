import { array, boolean, mixed, number, object, ref, string } from 'yup';

export type { InferType, Schema } from 'yup';

/** The part of yup that the forms use; the rest does not reach the browser. */
export const yup = { array, boolean, mixed, number, object, ref, string };
