import { yup } from 'shared-ui/forms';

/** Maximum length of a reply that the API accepts. */
export const REPLY_LENGTH = 2000;

/** Requires a text. Needs no error message, because Send is disabled while the reply is empty. */
export const REPLY_SCHEMA = yup.object({ text: yup.string().trim().required() });
