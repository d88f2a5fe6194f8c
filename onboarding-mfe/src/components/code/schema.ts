import { yup } from 'shared-ui/forms';

/** Form values for a one-time code. */
export interface TypedCode {
  code: string;
}

export const NO_CODE: TypedCode = { code: '' };

/** Requires exactly `count` digits. It has no message: the submit button stays disabled until the code is complete. */
export const codeSchema = (count: number) =>
  yup.object({
    code: yup
      .string()
      .required()
      .matches(new RegExp(`^\\d{${count}}$`)),
  });
