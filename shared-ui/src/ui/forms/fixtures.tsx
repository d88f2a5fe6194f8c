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
function Kept<Value>({
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
      <Kept start="">
        {(field) => (
          <TextField {...field} label="First Name" hint="As on your health card." autoComplete="given-name" />
        )}
      </Kept>
    ),
  },
  {
    id: 'text-field--error',
    render: () => (
      <Kept start="jordan@">
        {(field) => <TextField {...field} label="Email" type="email" error="Invalid Email" required />}
      </Kept>
    ),
  },
  {
    id: 'text-field--password',
    render: () => (
      <Kept start="Demo-pass1">
        {(field) => <TextField {...field} label="Password" type="password" reveal={REVEAL} />}
      </Kept>
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
      <Kept start="">{(field) => <TextArea {...field} label="Comments" hint="Anything else you want to say." />}</Kept>
    ),
  },
  {
    id: 'text-area--error',
    render: () => <Kept start="">{(field) => <TextArea {...field} label="Comments" error="Required" />}</Kept>,
  },
  {
    id: 'select-field--issue',
    render: () => (
      <Kept start="">
        {(field) => <SelectField {...field} label="Issue" options={ISSUES} placeholder="Choose one" />}
      </Kept>
    ),
  },
  {
    id: 'checkbox-field--links',
    render: () => (
      <Kept start={true}>
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
      </Kept>
    ),
  },
  {
    id: 'checkbox-field--error',
    render: () => (
      <Kept start={false}>
        {(field) => (
          <CheckboxField {...field} label="I agree to the NDA" error="Please agree to the NDA and Privacy Policy" />
        )}
      </Kept>
    ),
  },
  {
    id: 'switch-field--on',
    render: () => <Kept start={true}>{(field) => <SwitchField {...field} label="Can view care plans" />}</Kept>,
  },
  {
    id: 'switch-field--off',
    render: () => (
      <Kept start={false}>
        {(field) => <SwitchField {...field} label="Sounds" hint="A new event, a panel that opens." />}
      </Kept>
    ),
  },
  {
    id: 'switch-field--disabled',
    render: () => <SwitchField label="Sounds" value={true} onChange={() => undefined} disabled />,
  },
  {
    id: 'radio-cards--chosen',
    render: () => (
      <Kept<number | null> start={4}>
        {(field) => <RadioCards {...field} label="How confident do you feel about going home?" options={CONFIDENCE} />}
      </Kept>
    ),
  },
  {
    id: 'radio-cards--error',
    render: () => (
      <Kept<number | null> start={null}>
        {(field) => (
          <RadioCards
            {...field}
            label="How clear was it?"
            options={CONFIDENCE}
            error="Please Select an Option"
            required
          />
        )}
      </Kept>
    ),
  },
  {
    id: 'star-rating--half',
    render: () => (
      <Kept start={3.5}>
        {(field) => (
          <StarRating {...field} label="How was your stay overall?" valueLabel={(value) => `${value} of 5`} />
        )}
      </Kept>
    ),
  },
  {
    id: 'star-rating--none',
    render: () => (
      <Kept start={0}>
        {(field) => (
          <StarRating
            {...field}
            label="How was your stay overall?"
            hint="Press the right half of a star for a whole one."
            valueLabel={(value) => (value ? `${value} of 5` : 'Not rated')}
          />
        )}
      </Kept>
    ),
  },
  {
    id: 'pin-input--half',
    render: () => <Kept start="48">{(field) => <PinInput {...field} label="4-digit PIN" />}</Kept>,
  },
  {
    id: 'pin-input--error',
    render: () => (
      <Kept start="">{(field) => <PinInput {...field} label="4-digit PIN" error="That PIN was incorrect." />}</Kept>
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
