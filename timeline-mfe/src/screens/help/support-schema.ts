import { yup } from 'shared-ui/forms';

// The support team reads these values, so they don't depend on the user's language.
export const ISSUES = [
  { value: 'Technical Support', key: 'technical' },
  { value: 'Sales Question', key: 'sales' },
  { value: 'Other', key: 'other' },
] as const;

export const METHODS = [
  { value: 'Text Message', key: 'text' },
  { value: 'Email', key: 'email' },
  { value: 'Phone', key: 'phone' },
] as const;

/** Maximum comment length accepted by the API. */
export const COMMENT_LENGTH = 2000;

const oneOf = (options: readonly { value: string }[]) => yup.string().oneOf(['', ...options.map(({ value }) => value)]);

/**
 * No field is required (docs/product-rules.md#help-and-settings). There are no messages, because the fields can't
 * hold an invalid value.
 */
export const SUPPORT_SCHEMA = yup.object({
  issue: oneOf(ISSUES),
  contactMethod: oneOf(METHODS),
  comments: yup.string().max(COMMENT_LENGTH),
});
