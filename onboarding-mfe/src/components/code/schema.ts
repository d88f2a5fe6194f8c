import { yup } from 'shared-ui/forms';

/** The values of a form that asks for a one-time code. */
export interface TypedCode {
  code: string;
}

export const NO_CODE: TypedCode = { code: '' };

/** Exactly `count` digits. It has no message: until it is met, the submit button stays disabled. */
export const codeSchema = (count: number) =>
  yup.object({
    code: yup
      .string()
      .required()
      .matches(new RegExp(`^\\d{${count}}$`)),
  });
