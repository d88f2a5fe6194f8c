/**
 * Entry `shared-ui/forms`: fields and their Formik bindings, drafts of unsent forms, the parts of Formik and yup that
 * screens use, phone number validation, and passkeys, which replace a password.
 */

export { Form, Formik, type FormikConfig, type FormikHelpers, useFormik, useFormikContext } from 'formik';
export { createDraft, type Draft, type DraftStorage } from './platform/drafts/drafts.ts';
export { useUnsent } from './platform/drafts/unsent.ts';
export { useDraft } from './platform/drafts/useDraft.ts';
export {
  createPasskey,
  hasPasskeys,
  PasskeyFailure,
  type PasskeyFault,
  presentPasskey,
} from './platform/passkeys/passkeys.ts';
export { phoneCanExist, usePhoneRule } from './platform/phone.ts';
export { CheckboxField, type CheckboxFieldProps } from './ui/forms/CheckboxField.tsx';
export { ErrorSummary, type ErrorSummaryProps, type FieldIssue } from './ui/forms/ErrorSummary.tsx';
export type { FieldProps } from './ui/forms/field.tsx';
export {
  type BoundField,
  FormErrors,
  FormikField,
  type FormikFieldProps,
  fieldId,
  useFormikField,
} from './ui/forms/formik.tsx';
export { KeepDraft, type KeepDraftProps } from './ui/forms/KeepDraft.tsx';
export { PinInput, type PinInputProps } from './ui/forms/PinInput.tsx';
export { RadioCards, type RadioCardsProps } from './ui/forms/RadioCards.tsx';
export { type Choice, SelectField, type SelectFieldProps } from './ui/forms/SelectField.tsx';
export { StarRating, type StarRatingProps } from './ui/forms/StarRating.tsx';
export { SwitchField, type SwitchFieldProps } from './ui/forms/SwitchField.tsx';
export { TextArea, type TextAreaProps, TextField, type TextFieldProps } from './ui/forms/TextField.tsx';
export { type InferType, type Schema, yup } from './ui/forms/yup.ts';
