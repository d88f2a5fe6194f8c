/**
 * Entry `shared-ui/forms`: fields, their glue to Formik, and the parts of Formik and yup that screens use. Every
 * field is controlled by `value` and `onChange(value)`; words come as props.
 */
export { Form, Formik, type FormikConfig, type FormikHelpers, useFormik, useFormikContext } from 'formik';
export { CheckboxField, type CheckboxFieldProps } from './CheckboxField.tsx';
export { ErrorSummary, type ErrorSummaryProps, type FieldIssue } from './ErrorSummary.tsx';
export type { FieldProps } from './field.tsx';
export { type BoundField, FormErrors, FormikField, type FormikFieldProps, fieldId, useFormikField } from './formik.tsx';
export { forgetValues, KeepValues, useKeptValues } from './kept.tsx';
export { PinInput, type PinInputProps } from './PinInput.tsx';
export { RadioCards, type RadioCardsProps } from './RadioCards.tsx';
export { type Choice, SelectField, type SelectFieldProps } from './SelectField.tsx';
export { StarRating, type StarRatingProps } from './StarRating.tsx';
export { SwitchField, type SwitchFieldProps } from './SwitchField.tsx';
export { TextArea, type TextAreaProps, TextField, type TextFieldProps } from './TextField.tsx';
export { type InferType, type Schema, yup } from './yup.ts';
