/**
 * Entry `shared-ui/forms`: fields and their Formik bindings, drafts of unsent forms, the parts of Formik and yup that
 * screens use, phone number validation, when to retry, and passkeys, which replace a password.
 * @module
 */

export { Form, Formik, type FormikConfig, type FormikHelpers, useFormik, useFormikContext } from 'formik';
export { idleMinutes, returnPathOf } from './patient/session/ended.ts';
export { createDraft, type Draft, type DraftStorage } from './platform/drafts/drafts.ts';
export { useUnsent } from './platform/drafts/unsent.ts';
export { retryTimeOf } from './platform/http/failure.ts';
export {
  createPasskey,
  hasPasskeys,
  PasskeyFailure,
  type PasskeyFault,
  presentPasskey,
} from './platform/passkeys/passkeys.ts';
export {
  type Choice,
  RadioCards,
  type RadioCardsProps,
  SelectField,
  type SelectFieldProps,
} from './ui/forms/ChoiceFields.tsx';
export { KeepDraft, type KeepDraftProps, useDraft } from './ui/forms/drafts.ts';
export type { FieldProps } from './ui/forms/field.tsx';
export {
  type BoundField,
  ErrorSummary,
  type ErrorSummaryProps,
  type FieldIssue,
  FormErrors,
  FormikField,
  type FormikFieldProps,
  fieldId,
  useFormikField,
} from './ui/forms/formik.tsx';
export { PinInput, type PinInputProps } from './ui/forms/PinInput.tsx';
export { StarRating, type StarRatingProps } from './ui/forms/StarRating.tsx';
export { TextArea, type TextAreaProps, TextField, type TextFieldProps } from './ui/forms/TextField.tsx';
export {
  CheckboxField,
  type CheckboxFieldProps,
  SwitchField,
  type SwitchFieldProps,
} from './ui/forms/ToggleFields.tsx';
export { type InferType, phoneCanExist, phoneIsIn, type Schema, usePhoneRule, yup } from './ui/forms/validation.ts';
