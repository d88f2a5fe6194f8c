import { yup } from 'shared-ui/forms';

/** The longest reply that the API takes. */
export const REPLY_LENGTH = 2000;

/** A reply says something. It has no message: an empty one can't be sent, because the button is disabled. */
export const REPLY_SCHEMA = yup.object({ text: yup.string().trim().required() });
