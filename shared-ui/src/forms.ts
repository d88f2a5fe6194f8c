/**
 * Entry `shared-ui/forms`: fields and their Formik bindings, drafts of unsent forms, the parts of Formik and yup that
 * screens use, phone number validation, when to retry, passkeys, which replace a password, and staff's authenticator apps.
 * @module
 */

export { Form, Formik, type FormikConfig, type FormikHelpers, useFormik, useFormikContext } from 'formik';
export {
  AuthenticatorSetup,
  renewRecoveryCodes,
  startAuthenticator,
} from './patient/authenticator/authenticator.tsx';
export { idleMinutes, returnPathOf } from './patient/session/ended.ts';
export { createDraft, type Draft, type DraftStorage } from './platform/drafts/drafts.ts';
export { useUnsent } from './platform/drafts/owner.ts';
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
  StarRating,
  type StarRatingProps,
} from './ui/forms/ChoiceFields.tsx';
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
  type InferType,
  KeepDraft,
  type KeepDraftProps,
  phoneCanExist,
  phoneIsIn,
  type Schema,
  useDraft,
  useFormikField,
  usePhoneRule,
  yup,
} from './ui/forms/formik.tsx';
export {
  PinInput,
  type PinInputProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from './ui/forms/TextField.tsx';
export {
  CheckboxField,
  type CheckboxFieldProps,
  SwitchField,
  type SwitchFieldProps,
} from './ui/forms/ToggleFields.tsx';
