import { yup } from 'shared-ui/forms';

// The values are what the support team reads, whatever language the person uses.
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

/** The longest comment that the API takes. */
export const COMMENT_LENGTH = 2000;

const oneOf = (options: readonly { value: string }[]) => yup.string().oneOf(['', ...options.map(({ value }) => value)]);

/**
 * Nothing is required (docs/product-rules.md#help-and-settings). It has no messages: the fields take nothing that it refuses.
 */
export const SUPPORT_SCHEMA = yup.object({
  issue: oneOf(ISSUES),
  contactMethod: oneOf(METHODS),
  comments: yup.string().max(COMMENT_LENGTH),
});
