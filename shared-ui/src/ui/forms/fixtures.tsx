import { useState } from 'react';
import type { Fixture } from '../../../gallery/fixture.ts';
import {
  CheckboxField,
  ErrorSummary,
  Form,
  FormErrors,
  Formik,
  FormikField,
  PinInput,
  RadioCards,
  SelectField,
  StarRating,
  SwitchField,
  TextArea,
  TextField,
  yup,
} from '../../forms.ts';
import { Button, Stack } from '../components/index.ts';

/** A field with its own state, for the gallery. */
function Demo<Value>({
  start,
  children,
}: {
  start: Value;
  children: (field: { value: Value; onChange(value: Value): void }) => React.ReactNode;
}) {
  const [value, onChange] = useState(start);
  return children({ value, onChange });
}

const CONFIDENCE = [
  { value: 5, label: 'Very Confident' },
  { value: 4, label: 'Confident' },
  { value: 3, label: 'Neutral' },
  { value: 2, label: 'Not Very Confident' },
  { value: 1, label: 'Not Confident At All' },
];
const ISSUES = [
  { value: 'technical', label: 'Technical Support' },
  { value: 'sales', label: 'Sales Question' },
  { value: 'other', label: 'Other' },
];
const REVEAL = { show: 'Show password', hide: 'Hide password' };

const loginSchema = yup.object({
  email: yup.string().required('Email Required').email('Invalid Email'),
  password: yup.string().required('Password Required'),
  agree: yup.boolean().oneOf([true], 'Please agree to the NDA and Privacy Policy'),
});

/** A small real form: errors appear with the first attempt to send. */
export function SampleForm({ onSend }: { onSend: (values: object) => void }) {
  return (
    <Formik
      initialValues={{ email: '', password: '', agree: false }}
      validationSchema={loginSchema}
      onSubmit={(values) => onSend(values)}
    >
      <Form noValidate>
        <Stack>
          <FormErrors title="Please check your answers" />
          <FormikField name="email">
            {(field) => <TextField {...field} label="Email" type="email" autoComplete="username" />}
          </FormikField>
          <FormikField name="password">
            {(field) => <TextField {...field} label="Password" type="password" reveal={REVEAL} />}
          </FormikField>
          <FormikField<boolean> name="agree">
            {(field) => <CheckboxField {...field} label="I agree to the NDA and Privacy Policy" />}
          </FormikField>
          <Button type="submit">Login</Button>
        </Stack>
      </Form>
    </Formik>
  );
}

/** Every state of the fields. */
export const formFixtures: Fixture[] = [
  {
    id: 'text-field--empty',
    render: () => (
      <Demo start="">
        {(field) => (
          <TextField {...field} label="First Name" hint="As on your health card." autoComplete="given-name" />
        )}
      </Demo>
    ),
  },
  {
    id: 'text-field--error',
    render: () => (
      <Demo start="jordan@">
        {(field) => <TextField {...field} label="Email" type="email" error="Invalid Email" required />}
      </Demo>
    ),
  },
  {
    id: 'text-field--password',
    render: () => (
      <Demo start="Demo-pass1">
        {(field) => <TextField {...field} label="Password" type="password" reveal={REVEAL} />}
      </Demo>
    ),
  },
  {
    id: 'text-field--read-only',
    render: () => <TextField label="Mobile Phone Number" value="+1 416 555 0101" onChange={() => undefined} readOnly />,
  },
  {
    id: 'text-field--disabled',
    render: () => <TextField label="Language" value="English" onChange={() => undefined} disabled />,
  },
  {
    id: 'text-area--comments',
    render: () => (
      <Demo start="">{(field) => <TextArea {...field} label="Comments" hint="Anything else you want to say." />}</Demo>
    ),
  },
  {
    id: 'text-area--error',
    render: () => <Demo start="">{(field) => <TextArea {...field} label="Comments" error="Required" />}</Demo>,
  },
  {
    id: 'select-field--issue',
    render: () => (
      <Demo start="">
        {(field) => <SelectField {...field} label="Issue" options={ISSUES} placeholder="Choose one" />}
      </Demo>
    ),
  },
  {
    id: 'checkbox-field--links',
    render: () => (
      <Demo start={true}>
        {(field) => (
          <CheckboxField
            {...field}
            label={
              <>
                I agree to the <a href="/onboarding/privacy">Privacy Policy</a> and the{' '}
                <a href="/onboarding/terms">Terms</a>
              </>
            }
          />
        )}
      </Demo>
    ),
  },
  {
    id: 'checkbox-field--error',
    render: () => (
      <Demo start={false}>
        {(field) => (
          <CheckboxField {...field} label="I agree to the NDA" error="Please agree to the NDA and Privacy Policy" />
        )}
      </Demo>
    ),
  },
  {
    id: 'switch-field--on',
    render: () => <Demo start={true}>{(field) => <SwitchField {...field} label="Can view care plans" />}</Demo>,
  },
  {
    id: 'switch-field--off',
    render: () => (
      <Demo start={false}>
        {(field) => <SwitchField {...field} label="Sounds" hint="A new event, a panel that opens." />}
      </Demo>
    ),
  },
  {
    id: 'switch-field--disabled',
    render: () => <SwitchField label="Sounds" value={true} onChange={() => undefined} disabled />,
  },
  {
    id: 'radio-cards--chosen',
    render: () => (
      <Demo<number | null> start={4}>
        {(field) => <RadioCards {...field} label="How confident do you feel about going home?" options={CONFIDENCE} />}
      </Demo>
    ),
  },
  {
    id: 'radio-cards--error',
    render: () => (
      <Demo<number | null> start={null}>
        {(field) => (
          <RadioCards
            {...field}
            label="How clear was it?"
            options={CONFIDENCE}
            error="Please Select an Option"
            required
          />
        )}
      </Demo>
    ),
  },
  {
    id: 'star-rating--half',
    render: () => (
      <Demo start={3.5}>
        {(field) => (
          <StarRating {...field} label="How was your stay overall?" valueLabel={(value) => `${value} of 5`} />
        )}
      </Demo>
    ),
  },
  {
    id: 'star-rating--none',
    render: () => (
      <Demo start={0}>
        {(field) => (
          <StarRating
            {...field}
            label="How was your stay overall?"
            hint="Press the right half of a star for a whole one."
            valueLabel={(value) => (value ? `${value} of 5` : 'Not rated')}
          />
        )}
      </Demo>
    ),
  },
  {
    id: 'pin-input--half',
    render: () => <Demo start="48">{(field) => <PinInput {...field} label="4-digit PIN" />}</Demo>,
  },
  {
    id: 'pin-input--error',
    render: () => (
      <Demo start="">{(field) => <PinInput {...field} label="4-digit PIN" error="That PIN was incorrect." />}</Demo>
    ),
  },
  {
    id: 'error-summary--two',
    render: () => (
      <ErrorSummary
        title="Please check your answers"
        errors={[
          { id: 'a', message: 'Email Required' },
          { id: 'b', message: 'Password Required' },
        ]}
      />
    ),
  },
  { id: 'form--login', render: () => <SampleForm onSend={() => undefined} /> },
];
